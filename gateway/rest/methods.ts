import type { Method, RestRoute } from "./route.js";

/** What a path answers. */
export interface Answered {
  readonly routes: ReadonlyMap<Method, RestRoute>;
  /** For the header Allow. */
  readonly allow: string;
}

/**
 * Which route of a path answers each method. In /api/v1 whatever changes something answers PUT and POST
 * alike (decisions, section 2), unless the documents want it by DELETE; by GET only when `getMutations`
 * says so, even where the documents list GET.
 */
export function answeredMethods(routes: readonly RestRoute[], getMutations: boolean): Answered {
  const answered = new Map<Method, RestRoute>();
  for (const route of routes) if (!route.mutates || route.method !== "GET") answered.set(route.method, route);
  for (const route of routes) {
    for (const method of otherMethods(route, getMutations)) if (!answered.has(method)) answered.set(method, route);
  }
  const allow = [...answered].flatMap(([method, route]) =>
    method === "GET" && !route.mutates ? ["GET", "HEAD"] : [method],
  );
  return { routes: answered, allow: allow.join(", ") };
}

function otherMethods(route: RestRoute, getMutations: boolean): Method[] {
  if (!route.mutates || route.area !== "entities") return [];
  return [
    ...(route.method === "DELETE" ? [] : ["POST" as const, "PUT" as const]),
    ...(getMutations ? ["GET" as const] : []),
  ];
}

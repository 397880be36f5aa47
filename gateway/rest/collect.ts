import type { EngineResponse } from "../execution/engine.js";

interface Connection {
  nodes: unknown[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

/** The connection at a path such as `advertisable.campaigns`, or null where the answer has none. */
export function connectionAt(data: unknown, path: string): Connection | null {
  let value = data;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return null;
    value = Reflect.get(value, key);
  }
  return isConnection(value) ? value : null;
}

function isConnection(value: unknown): value is Connection {
  return (
    typeof value === "object" && value !== null && "nodes" in value && Array.isArray(value.nodes) && "pageInfo" in value
  );
}

/** Every page of an operation, one after the other; the last one may be a failure. */
export async function* pages(
  ask: (after: string | null) => Promise<EngineResponse>,
  connection: string,
): AsyncGenerator<EngineResponse> {
  let after: string | null = null;
  do {
    const response = await ask(after);
    yield response;
    if (response.errors !== undefined) return;
    const pageInfo: Connection["pageInfo"] | undefined = connectionAt(response.data, connection)?.pageInfo;
    after = pageInfo?.hasNextPage === true ? pageInfo.endCursor : null;
  } while (after !== null);
}

/**
 * One answer whose connection holds the rows of all pages: the old interface gives whole lists. With
 * `needed` no page is asked for once there are as many rows.
 */
export async function collect(
  ask: (after: string | null) => Promise<EngineResponse>,
  connection: string,
  needed: number | null,
): Promise<EngineResponse> {
  let whole: EngineResponse | null = null;
  for await (const page of pages(ask, connection)) {
    if (whole === null || page.errors !== undefined) whole = page;
    else {
      const rows = connectionAt(whole.data, connection)?.nodes;
      for (const node of connectionAt(page.data, connection)?.nodes ?? []) rows?.push(node);
    }
    if (needed !== null && (connectionAt(whole.data, connection)?.nodes.length ?? 0) >= needed) break;
  }
  return whole ?? {};
}

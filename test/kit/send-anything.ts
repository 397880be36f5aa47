import type { RestRoute } from "../../gateway/rest/route.js";
import type { Answer, TestService } from "./service.js";

/** A request of the admin's whose fields may hold anything: in the query of a GET, where a URL needs whole characters, else as JSON. */
export async function sendAnything(
  service: TestService,
  method: RestRoute["method"],
  url: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<Answer> {
  if (method !== "GET") return await service.request({ as: "admin", method, url, payload: fields });
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value.toWellFormed() : JSON.stringify(value),
    ]),
  );
  return await service.request({ as: "admin", method, url: `${url}?${query}` });
}

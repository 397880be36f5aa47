import { ADAPTER_PAGE_LIMIT } from "../../../lib/context.js";

/** All that is found of objects: as many of them are asked for together as a page of the graph can hold. */
export async function inPages<N>(
  eids: readonly string[],
  read: (some: readonly string[]) => Promise<readonly N[]>,
): Promise<N[]> {
  const all: N[] = [];
  for (let from = 0; from < eids.length; from += ADAPTER_PAGE_LIMIT)
    for (const each of await read(eids.slice(from, from + ADAPTER_PAGE_LIMIT))) all.push(each);
  return all;
}

/** One operation of a manifest: its text under the id by which its client asks for it. */
export interface ManifestOperation {
  id: string;
  document: string;
}

/**
 * The operations of a manifest as Apollo Client's tool writes it, or as Relay's and graphql-codegen's do, text by id.
 * Null for what is no manifest.
 */
export function readManifest(text: string): ManifestOperation[] | null {
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch {
    return null;
  }
  if (!isRecord(manifest)) return null;
  const pairs =
    manifest["format"] === "apollo-persisted-query-manifest"
      ? ofApollo(manifest["operations"])
      : Object.entries(manifest);
  if (pairs === null) return null;
  const operations = pairs.flatMap(([id, document]) =>
    typeof id === "string" && typeof document === "string" ? [{ id, document }] : [],
  );
  return operations.length === pairs.length ? operations : null;
}

function ofApollo(operations: unknown): [unknown, unknown][] | null {
  if (!Array.isArray(operations)) return null;
  return operations.map((operation: unknown) =>
    isRecord(operation) ? [operation["id"], operation["body"]] : [null, null],
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A multipart form as `inject` sends it; a field that is bytes becomes a file. */
export async function multipartOf(
  fields: readonly (readonly [string, string | Uint8Array<ArrayBuffer>])[],
): Promise<{ payload: Buffer; headers: { "content-type": string } }> {
  const form = new FormData();
  for (const [name, value] of fields) {
    if (typeof value === "string") form.append(name, value);
    else form.append(name, new Blob([value]), "file.bin");
  }
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  };
}

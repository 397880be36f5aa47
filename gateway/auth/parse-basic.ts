/** Characters of base64; more than any name and password need, and little to decode. */
const MAX_LENGTH = 1_024;

const BASE64 = /^(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * The name and password of Basic credentials (RFC 7617, in UTF-8): what stands before the first colon
 * and all that follows it. Null for anything that is not such credentials, or longer than 1,024
 * characters of base64, or has no name.
 */
export function parseBasic(encoded: string): { name: string; password: string } | null {
  if (encoded.length > MAX_LENGTH || !BASE64.test(encoded)) return null;
  let text: string;
  try {
    text = utf8.decode(Buffer.from(encoded, "base64"));
  } catch {
    return null;
  }
  const colon = text.indexOf(":");
  return colon < 1 ? null : { name: text.slice(0, colon), password: text.slice(colon + 1) };
}

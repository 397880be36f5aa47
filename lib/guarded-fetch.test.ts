import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEFAULT_FETCH_POLICY, type FetchPolicy, hostsOf, isPublicAddress, refusalOfUrl } from "./fetch-policy.js";
import { FetchError, fetchGuarded, type LookupAll } from "./guarded-fetch.js";

let server: Server;
let connections = 0;
let port = 0;
beforeAll(async () => {
  server = createServer((_request, response) => void response.end("secret"));
  server.on("connection", () => (connections += 1));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

const forever = new AbortController().signal;

async function failureOf(url: string, policy: FetchPolicy = DEFAULT_FETCH_POLICY, lookup?: LookupAll): Promise<string> {
  const error: unknown = await fetchGuarded(url, policy, forever, lookup).catch((thrown: unknown) => thrown);
  if (!(error instanceof FetchError)) throw new Error(`nothing failed: ${String(error)}`);
  return error.failure;
}

describe("an address of the machine or its network", () => {
  test.each([
    "http://127.0.0.1/",
    "http://127.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.0.0.1./",
    "http://１２７.0.0.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://[::1]/",
    "http://[::]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://[2002:7f00:1::]/",
    "http://[fe80::1]/",
    "http://[fc00::1]/",
    "http://[ff02::1]/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://100.64.0.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://192.0.2.1/",
    "https://127.0.0.1:443/",
  ])("%s is blocked as it is written", async (url) => {
    expect(refusalOfUrl(new URL(url), DEFAULT_FETCH_POLICY)).toBe("BLOCKED_ADDRESS");
    expect(await failureOf(url)).toBe("BLOCKED_ADDRESS");
  });

  test("is blocked behind a name too, also beside a public one, and nothing connects", async () => {
    const before = connections;
    const anyPort = { ...DEFAULT_FETCH_POLICY, allowedHosts: new Set<string>() };
    for (const addresses of [
      [{ address: "127.0.0.1", family: 4 }],
      [
        { address: "93.184.215.14", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ],
      [{ address: "::ffff:10.0.0.1", family: 6 }],
      [],
    ]) {
      const lookup: LookupAll = (_name, _options, callback) => callback(null, addresses);
      expect(await failureOf("http://feeds.example/", anyPort, lookup)).toBe("BLOCKED_ADDRESS");
    }
    expect(await failureOf("http://localhost/")).toBe("BLOCKED_ADDRESS");
    expect(connections).toBe(before);
  });

  test("may be one that the configuration names, with just the port that it names", async () => {
    const allowed = (host: string): FetchPolicy => ({
      ...DEFAULT_FETCH_POLICY,
      allowedHosts: hostsOf(host) ?? new Set(),
    });
    const url = `http://127.0.0.1:${port}/`;
    const bytes = await fetchGuarded(url, allowed(`127.0.0.1:${port}`), forever);
    expect(new TextDecoder().decode(bytes)).toBe("secret");
    expect((await fetchGuarded(url, allowed("127.0.0.1"), forever)).length).toBe(6);
    expect(await failureOf(url, allowed(`127.0.0.1:${port + 1}`))).toBe("BLOCKED_URL");
    expect(await failureOf(url, allowed("127.0.0.2"))).toBe("BLOCKED_URL");
  });
});

test("other schemes, ports and credentials are blocked", async () => {
  for (const url of [
    "file:///etc/passwd",
    "ftp://feeds.example/",
    "gopher://feeds.example/",
    "data:text/plain,x",
    "javascript:alert(1)",
    "http://user:pass@feeds.example/",
    "http://user@feeds.example/",
    "http://feeds.example:22/",
    "http://feeds.example:5432/",
    "https://feeds.example:8443/",
  ]) {
    expect([url, await failureOf(url)]).toEqual([url, "BLOCKED_URL"]);
  }
});

test("public addresses are public", () => {
  for (const address of ["93.184.215.14", "8.8.8.8", "2606:4700:4700::1111", "::ffff:8.8.8.8"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

test("a setting of hosts is read, or refused as a whole", () => {
  expect([...(hostsOf(" 127.0.0.1:80, Feeds.internal ,[::1]:8080,") ?? [])]).toEqual([
    "127.0.0.1:80",
    "feeds.internal",
    "[::1]:8080",
  ]);
  for (const text of ["http://a", "a b", "*", "a:99999", "a/b"]) expect([text, hostsOf(text)]).toEqual([text, null]);
});

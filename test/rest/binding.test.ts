import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestService } from "../kit/service.js";
import { multipartOf } from "../kit/form.js";
import { APIKEY, testEid } from "../kit/world.js";

const EDIT = "/api/v1/advertisable/edit";
const FORM = { "content-type": "application/x-www-form-urlencoded" };
const JSON_BODY = { "content-type": "application/json" };

let service: TestService;
let lenient: TestService;
const logged: string[] = [];
beforeAll(async () => {
  service = await startService({ logTo: { write: (line) => void logged.push(line) } });
  await service.app.listen({ host: "127.0.0.1", port: 0 });
  lenient = await startService({ restGetMutations: true });
});
afterAll(async () => {
  await service.close();
  await lenient.close();
});
beforeEach(async () => {
  await service.db.owner.query("update entities.advertisable set product_name = null, blacklisted_sites = '{}'");
});

function own(): string {
  return service.world.granted.advertisable;
}

type Send = Omit<Parameters<TestService["request"]>[0], "as">;

async function send(options: Send) {
  return await service.request({ as: "admin", ...options });
}

async function productName(): Promise<unknown> {
  const { rows } = await service.db.owner.query(
    "select product_name from entities.advertisable where advertisable_eid = $1",
    [own()],
  );
  return rows[0]?.product_name;
}

describe("where inputs come from", () => {
  test.each(["POST", "PUT"] as const)(
    "%s: query, form, multipart and JSON mean the same, lists by commas or repeated",
    async (method) => {
      const eid = own();
      const requests: Send[] = [
        { method, url: `${EDIT}?advertisable=${eid}&product_name=P&blacklisted_sites=a.test,b.test` },
        { method, url: `${EDIT}?advertisable=${eid}&product_name=P&blacklisted_sites=a.test&blacklisted_sites=b.test` },
        {
          method,
          url: EDIT,
          payload: `advertisable=${eid}&product_name=P&blacklisted_sites=a.test%2C%20b.test`,
          headers: FORM,
        },
        {
          method,
          url: `${EDIT}?advertisable=${eid}`,
          payload: "product_name=P&blacklisted_sites=a.test&blacklisted_sites=b.test",
          headers: FORM,
        },
        {
          method,
          url: EDIT,
          ...(await multipartOf([
            ["advertisable", eid],
            ["product_name", "P"],
            ["blacklisted_sites", "a.test"],
            ["blacklisted_sites", "b.test"],
          ])),
        },
        {
          method,
          url: EDIT,
          payload: { advertisable: eid, product_name: "P", blacklisted_sites: ["a.test", "b.test"] },
        },
        { method, url: EDIT, payload: { advertisable: eid, product_name: "P", blacklisted_sites: "a.test,b.test" } },
      ];
      for (const request of requests) {
        await service.db.owner.query("update entities.advertisable set product_name = null, blacklisted_sites = '{}'");
        expect(await send(request)).toMatchObject({
          status: 200,
          json: { results: { eid, product_name: "P", blacklisted_sites: ["a.test", "b.test"] } },
        });
      }
    },
  );

  test("a parameter with one value in the query and another in the body: 400, nothing is changed", async () => {
    const url = `${EDIT}?advertisable=${own()}&product_name=P`;
    const { other } = service.world;
    for (const [request, field] of [
      [{ payload: `advertisable=${other.advertisable}`, headers: FORM }, "advertisable"],
      [{ payload: { advertisable: other.advertisable } }, "advertisable"],
      [await multipartOf([["product_name", "Q"]]), "product_name"],
    ] as const) {
      expect(await send({ method: "POST", url, ...request })).toMatchObject({
        status: 400,
        json: {
          errors: [{ field, code: 2, message: expect.stringContaining("in the query and another in the body") }],
        },
      });
      expect(await productName()).toBeNull();
    }
    // The same value, written in another way.
    const same = { advertisable: own(), click_through_conversion_window: 7 };
    expect((await send({ method: "PUT", url: `${url}&click_through_conversion_window=7`, payload: same })).status).toBe(
      200,
    );
  });

  test("lists: brackets, gaps and too many items are 400", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    const many = Array.from({ length: 1_001 }, (_, index) => `site${index}.test`);
    for (const payload of [
      "blacklisted_sites[]=a.test",
      "blacklisted_sites[0]=a.test",
      "blacklisted_sites[a][b][c]=a.test",
      `blacklisted_sites${"[0]".repeat(500)}=a.test`,
      "blacklisted_sites=a.test,,b.test",
      "blacklisted_sites=a.test,",
      `blacklisted_sites=${many.join(",")}`,
      many.map((site) => `blacklisted_sites=${site}`).join("&"),
      `advertisable=${own()}&advertisable=${service.world.other.advertisable}`,
    ]) {
      const answer = await send({ method: "POST", url, payload, headers: FORM });
      expect([payload.slice(0, 40), answer.status]).toEqual([payload.slice(0, 40), 400]);
      expect(answer.json).toMatchObject({
        errors: [{ field: expect.stringMatching(/^(blacklisted_sites|advertisable)$/) }],
      });
    }
    expect(
      (
        await send({
          method: "POST",
          url,
          ...(await multipartOf(many.map((site) => ["blacklisted_sites", site] as const))),
        })
      ).status,
    ).toBe(400);
    expect((await send({ method: "POST", url: EDIT, payload: { advertisable: [[own()]] } })).status).toBe(400);
  });

  test("names out of Object.prototype are refused or ignored, and change nothing there", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    const answers = [
      await send({ method: "POST", url: `${url}&__proto__[x]=1&constructor.prototype.x=1&__proto__=1` }),
      await send({
        method: "POST",
        url,
        payload: "__proto__[x]=1&constructor.prototype.x=1&toString=1",
        headers: FORM,
      }),
      await send({ method: "POST", url, payload: '{"__proto__": {"x": 1}}', headers: JSON_BODY }),
      await send({ method: "POST", url, payload: '{"constructor": {"prototype": {"x": 1}}}', headers: JSON_BODY }),
      await send({
        method: "POST",
        url,
        ...(await multipartOf([
          ["__proto__", "1"],
          ["x", "1"],
        ])),
      }),
      await send({ method: "POST", url, ...(await multipartOf([["constructor", "1"]])) }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 400, 400, 400, 400]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
    expect(String({})).toBe("[object Object]");
  });

  test("JSON that is none, or says a thing twice: 400 in the area's form", async () => {
    for (const payload of [
      "{",
      '{"advertisable": "',
      '{"product_name": "P",}',
      '"text"',
      "7",
      "null x",
      "[1]",
      "",
      "[".repeat(10_000),
      `{"product_name": ${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
      '{"product_name": "P", "product_name": "Q"}',
      '{"product_name": "P", "product\\u005fname": "Q"}',
      '{"a": [{"b": {"c": 1, "c": 1}}]}',
    ]) {
      const answer = await send({ method: "POST", url: `${EDIT}?advertisable=${own()}`, payload, headers: JSON_BODY });
      expect([payload.slice(0, 40), answer.status]).toEqual([payload.slice(0, 40), 400]);
      expect(answer.json).toMatchObject({ errors: [{ message: expect.any(String) }] });
    }
    // A colon or a quote within a text is no key.
    const payload = { product_name: 'a: "b": \\', other: [{ name: ":" }, { name: ":" }] };
    expect((await send({ method: "POST", url: `${EDIT}?advertisable=${own()}`, payload })).status).toBe(200);
    expect(await productName()).toBe('a: "b": \\');
  });

  test("multipart that breaks off or says no boundary: 400; over the limit: 413", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    const { payload, headers } = await multipartOf([["product_name", "P"]]);
    for (const broken of [
      { payload: payload.subarray(0, payload.length - 20), headers },
      { payload, headers: { "content-type": "multipart/form-data" } },
      { payload: "nonsense", headers },
    ]) {
      expect(await send({ method: "POST", url, ...broken })).toMatchObject({
        status: 400,
        json: { errors: [{ message: expect.any(String) }] },
      });
    }
    const half = new Uint8Array(600_000);
    for (const fields of [
      [["product_name", "x".repeat(1_048_577)]],
      [["a", new Uint8Array(1_048_577)]],
      [
        ["a", half],
        ["b", half],
      ],
      Array.from({ length: 1_200 }, () => ["a", "b"]),
    ] as [string, string][][]) {
      expect((await send({ method: "POST", url, ...(await multipartOf(fields)) })).status).toBe(413);
    }
    const files = Array.from({ length: 20 }, (_, index) => [`f${index}`, new Uint8Array(10)] as const);
    expect((await send({ method: "POST", url, ...(await multipartOf(files)) })).status).toBe(413);
    // A file is no text.
    expect((await send({ method: "POST", url, ...(await multipartOf([["product_name", half]])) })).status).toBe(400);
    expect(await productName()).toBeNull();
  });

  test("one byte over the limit is 413, a body of another length than it says is cut off", async () => {
    const filler = (size: number): string => {
      const [head, tail] = [`{"product_name": "P", "filler": "`, '"}'];
      return head + "x".repeat(size - head.length - tail.length) + tail;
    };
    const url = `${EDIT}?advertisable=${own()}`;
    const status = async (size: number) =>
      (await send({ method: "POST", url, payload: filler(size), headers: JSON_BODY })).status;
    expect([await status(1_048_576), await status(1_048_577)]).toEqual([200, 413]);

    const head = `POST ${url}&apikey=${APIKEY} HTTP/1.1\r\nhost: service.test\r\nauthorization: Token ${service.world.tokens.admin}\r\ncontent-type: application/json\r\n`;
    expect(await raw(`${head}content-length: 5\r\n\r\n{"product_name": "P"}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`${head}content-length: 5\r\ncontent-length: 6\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await raw(`${head}content-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}`)).toMatch(/^HTTP\/1\.1 400 /);
    const chunk = `20000\r\n${" ".repeat(0x20000)}\r\n`;
    expect(await raw(`${head}transfer-encoding: chunked\r\n\r\n${chunk.repeat(9)}`)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a Content-Type that is missing, doubled or only begins rightly: 415", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    const payload = '{"product_name": "P"}';
    for (const type of [
      "",
      "text/plain",
      "application/xml",
      "application/json\ta",
      " application/json x",
      "application/json garbage",
      "application/json, application/json",
      "application/json, text/plain",
      "application/jsonx",
      "multipart/form-datax; boundary=x",
    ]) {
      const answer = await send({ method: "POST", url, payload, headers: { "content-type": type } });
      expect([type, answer.status]).toEqual([type, 415]);
    }
    expect(await productName()).toBeNull();
    expect((await send({ method: "POST", url, payload, headers: { "content-type": "APPLICATION/JSON" } })).status).toBe(
      200,
    );
  });

  test("a body that is not UTF-8: 400, since nobody could read again what was made of it", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    for (const [payload, headers] of [
      [Buffer.from('{"product_name": "caf\u00e9"}', "latin1"), JSON_BODY],
      [Buffer.from("product_name=caf\u00e9", "latin1"), FORM],
      ["product_name=caf%E9", FORM],
      ["product_name=100%", FORM],
    ] as const) {
      const answer = await send({ method: "POST", url, payload, headers });
      expect(answer).toMatchObject({ status: 400, json: { errors: [{ message: expect.stringContaining("UTF-8") }] } });
    }
    expect(await productName()).toBeNull();
    for (const [payload, headers] of [
      [Buffer.from('\ufeff{"product_name": "café 100%"}'), JSON_BODY],
      ["product_name=caf%C3%A9+100%25", FORM],
      ["product_name=café%20100%25", FORM],
    ] as const) {
      expect((await send({ method: "POST", url, payload, headers })).status).toBe(200);
      expect(await productName()).toBe("café 100%");
    }
  });

  test("a compressed body, and one in another charset than UTF-8: 415 that says so", async () => {
    const url = `${EDIT}?advertisable=${own()}`;
    const text = '{"product_name": "P"}';
    for (const [payload, headers, says] of [
      [gzipSync(text), { ...JSON_BODY, "content-encoding": "gzip" }, "Content-Encoding"],
      [gzipSync("product_name=P"), { ...FORM, "content-encoding": "GZIP" }, "Content-Encoding"],
      [Buffer.from(text, "utf16le"), { "content-type": "application/json; charset=utf-16" }, "UTF-8"],
      [Buffer.from(text, "latin1"), { "content-type": 'application/json;charset="iso-8859-1"' }, "UTF-8"],
      ["product_name=P", { "content-type": `${FORM["content-type"]}; charset=utf-16le` }, "UTF-8"],
    ] as const) {
      const answer = await send({ method: "POST", url, payload, headers });
      expect(answer).toMatchObject({ status: 415, json: { errors: [{ message: expect.stringContaining(says) }] } });
    }
    expect(await productName()).toBeNull();
    for (const headers of [
      { ...JSON_BODY, "content-encoding": "identity" },
      { "content-type": "application/json; charset=UTF-8" },
    ])
      expect((await send({ method: "POST", url, payload: text, headers })).status).toBe(200);
  });
});

/** What the service answers to these bytes, read until it closes the connection or says nothing more for a while. */
async function raw(bytes: string): Promise<string> {
  const socket = net.connect(Number(new URL(service.app.listeningOrigin).port), "127.0.0.1");
  let answer = "";
  await new Promise<void>((resolve) => {
    socket.setTimeout(5_000, () => socket.destroy());
    socket.on("data", (chunk) => (answer += String(chunk)));
    socket.on("error", () => {});
    socket.on("close", () => resolve());
    socket.write(bytes);
  });
  return answer;
}

describe("the apikey", () => {
  test("twice, in a header, in a body or in another case: 400, and it is never logged", async () => {
    const secret = "secret-apikey";
    const url = `${EDIT}?advertisable=${own()}`;
    for (const request of [
      { url: `${url}&apikey=${secret}&apikey=${secret}` },
      { url: `${url}&apiKey=${secret}` },
      { url: `${url}&APIKEY=${secret}` },
      { url: `${url}&apikey[]=${secret}` },
      { url: `${url}&api%6bey=${secret}&apikey=${secret}` },
      { url, headers: { apikey: secret } },
      { url, payload: { apikey: secret } },
      { url, payload: `ApiKey=${secret}`, headers: FORM },
      { url, ...(await multipartOf([["apikey", secret]])) },
    ]) {
      expect(await send({ method: "POST", ...request })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "apikey" }] },
      });
    }
    expect(logged.length).toBeGreaterThan(0);
    expect(logged.filter((line) => line.includes(secret))).toEqual([]);
  });
});

describe("methods", () => {
  test("what changes something answers no GET and no HEAD, unless that is switched on", async () => {
    const url = `${EDIT}?product_name=G&advertisable=`;
    for (const method of ["GET", "HEAD"] as const) {
      const answer = await send({ method, url: url + own() });
      expect(answer.status).toBe(405);
      expect(answer.headers["allow"]).toBe("POST, PUT");
    }
    expect(await productName()).toBeNull();

    const target = lenient.world.granted.advertisable;
    const request = async (method: "GET" | "HEAD" | "PUT", headers: Record<string, string> = {}) =>
      await lenient.request({ as: "admin", method, url: url + target, headers });
    expect(await request("GET")).toMatchObject({ status: 200, json: { results: { product_name: "G" } } });
    expect((await request("PUT")).status).toBe(200);
    const head = await request("HEAD");
    expect([head.status, head.headers["allow"]]).toEqual([405, "POST, PUT, GET"]);
  });

  test("a header or parameter that names another method changes nothing", async () => {
    const headers = { "x-http-method-override": "POST", "x-http-method": "POST", "x-method-override": "PUT" };
    const url = `${EDIT}?advertisable=${own()}&product_name=P&_method=POST`;
    expect((await send({ method: "GET", url, headers })).status).toBe(405);
    expect((await send({ method: "DELETE", url, headers })).status).toBe(405);
    expect(await productName()).toBeNull();
  });

  test("a page of another site can't make a browser change anything, by GET or otherwise", async () => {
    const target = lenient.world.granted.advertisable;
    const host = "service.test";
    const status = async (method: "GET" | "POST" | "PUT", headers: Record<string, string>) =>
      (
        await lenient.request({
          as: "admin",
          method,
          url: `${EDIT}?advertisable=${target}&product_name=X`,
          headers: { host, ...headers },
        })
      ).status;
    for (const method of ["GET", "POST", "PUT"] as const) {
      for (const headers of [
        { "sec-fetch-site": "cross-site" },
        { "sec-fetch-site": "same-site" },
        { "sec-fetch-site": "cross-site", origin: `http://${host}` },
        { origin: "https://evil.test" },
        { origin: `http://${host}:8080` },
        { origin: "null" },
        { referer: "https://evil.test/page" },
        { referer: "no address" },
      ] as Record<string, string>[]) {
        expect([method, headers, await status(method, headers)]).toEqual([method, headers, 403]);
      }
      expect(await status(method, {})).toBe(200);
      expect(await status(method, { origin: `https://${host}` })).toBe(200);
      expect(await status(method, { referer: `https://${host}/docs` })).toBe(200);
      expect(await status(method, { "sec-fetch-site": "same-origin", origin: "https://behind-a-proxy.test" })).toBe(
        200,
      );
    }
    // A link in an e-mail, or an address that somebody typed.
    expect(await status("GET", { "sec-fetch-site": "none" })).toBe(403);
    // Reading is for everybody's browser, as nothing of the answer gets to the page.
    const read = await lenient.request({
      as: "admin",
      method: "GET",
      url: `/api/v1/advertisable/get?advertisable=${target}`,
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(read.status).toBe(200);
  });
});

describe("paths, EIDs and numbers", () => {
  test("a path that is written in another way is another path: 404", async () => {
    for (const url of [
      "/api/v1//advertisable/edit",
      "/api/v1/./advertisable/edit",
      "/api/v1/x/%2e%2e/advertisable/edit",
      "/api/v1/advertisable%2fedit",
      "/api/v1/advertisable/edit%00",
      "/api/v1/advertisable/edit;x",
      "/api/v1/advertisable/edit/",
      "/API/v1/advertisable/edit",
      "/api/v1/advertisable/%c0%aeedit",
      `/api/v1/advertisable/edit${"x".repeat(8_192)}`,
    ]) {
      // As bytes, since a client would tidy the path first.
      const answer = await raw(
        `POST ${url}?advertisable=${own()}&product_name=P&apikey=${APIKEY} HTTP/1.1\r\nhost: service.test\r\nauthorization: Token ${service.world.tokens.admin}\r\nconnection: close\r\n\r\n`,
      );
      expect([url.slice(0, 50), answer.slice(0, 12)]).toEqual([url.slice(0, 50), "HTTP/1.1 404"]);
    }
    expect(await productName()).toBeNull();
  });

  test("an address that is too long, and what is no HTTP: an answer in our form that repeats nothing", async () => {
    const long = await raw(
      `GET /reportsvc/v1/deliveries/ad?apikey=${APIKEY}&ad_eids=${"x".repeat(20_000)} HTTP/1.1\r\nhost: service.test\r\n\r\n`,
    );
    expect(long).toMatch(/^HTTP\/1\.1 431 /);
    expect(long).toContain('{"errors":[{"message":"The address and headers are too large;');
    const none = await raw(`GET ${APIKEY}\r\n\r\n`);
    expect(none).toMatch(/^HTTP\/1\.1 400 /);
    expect(none).toContain('{"errors":[{"message":"This is no HTTP request."}]}');
    expect(long + none).not.toContain(APIKEY);
  });

  test("an EID that is none: 400 before anything is asked of the database", async () => {
    const before = service.db.statements.filter((sql) => sql.includes("entities.")).length;
    for (const advertisable of [
      "A".repeat(21),
      "A".repeat(23),
      `${"A".repeat(21)}٣`,
      `${"A".repeat(21)}\0`,
      "' or 1=1; select 1; --",
      { $ne: 1 },
      [],
      [testEid("a"), testEid("b")],
      {},
      true,
      12345,
    ]) {
      const answer = await send({ method: "POST", url: EDIT, payload: { advertisable, product_name: "P" } });
      expect([advertisable, answer.status]).toEqual([advertisable, 400]);
      expect(answer.json).toMatchObject({ errors: [{ field: "advertisable" }] });
    }
    expect(service.db.statements.filter((sql) => sql.includes("entities."))).toHaveLength(before);
    // A well-formed one of somebody's import is just unknown.
    expect((await send({ method: "POST", url: EDIT, payload: { advertisable: "a".repeat(22) } })).status).toBe(404);
  });

  test("numbers out of range, with a fraction or an exponent, and texts: 400 with the field", async () => {
    for (const value of ["-1", "541", "1e19", "99999999999999999999", "1.5", "1e1", "NaN", "ten", "0x10", " 7", "٣"]) {
      const query = new URLSearchParams({ advertisable: own(), view_through_conversion_window: value });
      expect(await send({ method: "POST", url: `${EDIT}?${query}` })).toMatchObject({
        status: 400,
        json: { errors: [{ field: "view_through_conversion_window" }] },
      });
    }
    for (const [name, value] of ["page", "per_page", "page_size"].flatMap((key) =>
      ["-1", "0", "1e9", "1e19", "x", "1.5"].map((v) => [key, v]),
    )) {
      expect(
        await send({ method: "GET", url: `/api/v1/organization/get_advertisables?${name}=${value}` }),
      ).toMatchObject({ status: 400, json: { errors: [{ field: name }] } });
    }
    // The lists of this area have no order and no choice of fields to ask for: such parameters are unknown, and ignored.
    for (const query of ["order=name;drop", "sort=-x", "order=ops", "desc=maybe", "omit_fields=eid"]) {
      const answer = await send({ method: "GET", url: `/api/v1/organization/get_advertisables?${query}` });
      expect(answer).toMatchObject({ status: 200, json: { results: [{ ops: null }, { ops: null }] } });
    }
  });

  test("what the graph refuses is told by the old names", async () => {
    expect(
      await send({
        method: "POST",
        url: EDIT,
        payload: { advertisable: own(), product_name: " ", blacklisted_sites: "No" },
      }),
    ).toMatchObject({
      status: 400,
      json: {
        errors: [
          { field: "product_name", message: "product_name must have 1 to 255 characters." },
          { field: "blacklisted_sites", message: "blacklisted_sites: write a domain, such as example.com." },
        ],
      },
    });
  });
});

import { expect, test } from "vitest";
import { maskUrl } from "./log.js";

test("a logged URL holds no secret and no e-mail, however its parameter is spelled", () => {
  for (const name of ["apikey", "ApiKey", "apikey[]", "apikey%5B0%5D", "api%6bey", "token", "client_secret", "email"]) {
    expect(maskUrl(`/x?a=1&${name}=s3cret%3D&b=2#c`)).toBe(`/x?a=1&${name}=***&b=2#c`);
    expect(maskUrl(`/x?${name}=s3cret`)).toBe(`/x?${name}=***`);
  }
  for (const url of ["/apikey=1", "/x?a=apikey", "/x?notapikey=1", "/x?%zz=1", "/x?"]) expect(maskUrl(url)).toBe(url);
});

test("a logged URL holds no e-mail in a text either, such as the variables of an operation", () => {
  const variables = encodeURIComponent('{"filter": {"address": "ana+b@shop.example"}}');
  expect(maskUrl(`/graphql?variables=${variables}&a=1`)).not.toMatch(/ana|shop/);
  expect(maskUrl("/x/ana@shop.example?q=to%20ana@shop.example.")).toBe("/x/***?q=***.");
  expect(maskUrl("/graphql?query={a%20@include(if:true)}")).toBe("/graphql?query={a%20@include(if:true)}");
});

test("a logged URL of a mail's link holds nothing that the link could be followed by", () => {
  expect(maskUrl("/mail/unsubscribe/AAAABBBB")).toBe("/mail/unsubscribe/***");
  expect(maskUrl("/mail/click/AAAABBBB?to=https%3A%2F%2Fshop.example")).toBe(
    "/mail/click/***?to=https%3A%2F%2Fshop.example",
  );
});

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  composeMail,
  fillMail,
  httpUrl,
  type MailContent,
  type MailSlot,
  oneLine,
  withUtm,
} from "./mail-template.rules.js";

const CONTENT: MailContent = {
  subject: "Spring is here",
  previewText: "Ten percent off",
  headline: "Fresh & new",
  body: "Hello,\nlook at this.\n\nBye",
  ctaLabel: "Shop now",
  ctaDestination: "https://shop.example/sale?x=1",
  heroImageUrl: "https://ads.example/mail/image/abc",
  utm: { campaign: "spring", source: "drip", medium: "email" },
  senderName: "Harbour Shop",
  footerPostalAddress: "1 Quay Street\nBristol",
};

const urlOf = (slot: MailSlot): string => `https://t.example/${slot}?a=1&b=2`;

function mailOf(changes: Partial<MailContent> = {}): ReturnType<typeof fillMail> & { links: readonly string[] } {
  const template = composeMail({ ...CONTENT, ...changes });
  return { ...fillMail(template, urlOf), links: template.links };
}

describe("a mail", () => {
  test("has its contents, the footer and an end to it, as HTML and as text", () => {
    const { html, text } = mailOf();
    for (const part of ["Fresh &amp; new", "<p>Hello,<br />look at this.</p><p>Bye</p>", "Shop now", "Ten percent off"])
      expect(html).toContain(part);
    expect(html).toContain("Harbour Shop<br>\n1 Quay Street<br>Bristol<br>");
    expect(html).toContain('<a href="https://t.example/unsubscribe?a=1&amp;b=2"');
    expect(html).toContain('<img src="https://t.example/open?a=1&amp;b=2" width="1"');
    expect(html).toContain('<img src="https://ads.example/mail/image/abc" alt="Fresh &amp; new"');
    expect(text).toBe(
      "Fresh & new\n\nHello,\nlook at this.\n\nBye\n\nShop now:\nhttps://t.example/0?a=1&b=2\n\n--\nHarbour Shop\n1 Quay Street\nBristol\n\nUnsubscribe: https://t.example/unsubscribe?a=1&b=2\n",
    );
  });

  test("leads every http link over the count, with UTM parameters, and leaves others alone", () => {
    const { html, text, links } = mailOf({
      body: '<p>See <a href="HTTPS://Shop.example/a?b=c%20d#e">this</a>, <a href="mailto:a@shop.example">write</a></p>',
    });
    const utm = "utm_source=drip&utm_medium=email&utm_campaign=spring";
    expect(links.toSorted()).toEqual([
      `https://shop.example/a?b=c%20d&${utm}#e`,
      `https://shop.example/sale?x=1&${utm}`,
    ]);
    expect(html).toContain('<a href="mailto:a@shop.example">write</a>');
    expect(html).not.toContain('href="https://shop.example');
    expect(text).toContain("See this <https://t.example/");
  });

  test.each([
    ["a script", '<script>alert(1)</script><p onclick="x()">a</p>', ["script", "onclick", "alert(1)"]],
    [
      "a script address",
      '<a href="javascript:alert(1)">a</a><a href=" java\tscript:alert(1)">b</a>',
      ["javascript", "alert"],
    ],
    [
      "a form and frames",
      '<form action="/x"><input name=a></form><iframe src="//x"></iframe>',
      ["<form", "<input", "<iframe"],
    ],
    [
      "an image and styles",
      '<img src=x onerror=alert(1)><p style="position:fixed">a</p><style>*{}</style>',
      ["onerror", "fixed", "<style"],
    ],
    ["a relative link", '<a href="//evil.example/x">a</a><a href="/x">b</a>', ["evil.example", 'href="/x"']],
  ])("keeps nothing of %s", (_what, body, gone) => {
    const { html } = mailOf({ body });
    for (const each of gone) expect(html.toLowerCase()).not.toContain(each);
  });

  test("has no button that leads elsewhere than to http", () => {
    for (const ctaDestination of [
      "javascript:alert(1)",
      "data:text/html,x",
      "ftp://x.example/",
      "not an address",
      null,
    ]) {
      expect(mailOf({ ctaDestination }).links).toEqual([]);
      expect(mailOf({ ctaDestination }).html).not.toContain("Shop now");
    }
  });

  test("escapes what stands around the body", () => {
    const evil = `"><script>x</script>`;
    const { html } = mailOf({
      headline: evil,
      ctaLabel: evil,
      senderName: evil,
      footerPostalAddress: evil,
      subject: evil,
      previewText: evil,
    });
    expect(html).not.toContain("<script");
    expect(html).not.toContain('alt="">');
  });

  test("can't be told where its places of addresses are", () => {
    const body =
      "https://link.invalid/unsubscribe/ l&#105;nk https://linkk.invalid/0/ <a href='https://link.invalid/open/'>x</a>";
    const { html, links } = mailOf({ body });
    expect(html).toContain("https://link.invalid/unsubscribe/ link https://linkk.invalid/0/");
    expect(links.some((link) => link.startsWith("https://link.invalid/open/?utm_"))).toBe(true);
  });

  test("has no link where the address is none that a browser could follow", () => {
    const { html, links } = mailOf({ body: '<a href="https://a.example #">x</a> <a href="https://">y</a>' });
    expect(html).toContain("<a>x</a> <a>y</a>");
    expect(links.some((link) => link.includes("a.example"))).toBe(false);
  });

  test("whatever it is made of: no script, no control character in its subject, every link where it belongs", () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom(
        "<script>",
        "</p>",
        '<a href="',
        '">',
        "javascript:",
        "https://a.example",
        "<!--",
        "\r\n",
        "&#x6c;ink",
        "link",
        "<b",
        "\0",
      ),
    );
    const rich = fc.array(piece, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(rich, rich, rich, rich, (body, subject, headline, ctaDestination) => {
        const template = composeMail({ ...CONTENT, body, subject, headline, ctaDestination });
        const { html } = fillMail(template, (slot) => `https://t.example/${slot}`);
        expect(html).not.toMatch(/<script|<!--|href="(?!https:\/\/t\.example\/|mailto:|tel:)/i);
        // oxlint-disable-next-line no-control-regex -- control characters are what it is about
        expect(template.subject).not.toMatch(/[\u0000-\u001f]/);
        for (const link of template.links) expect(link).toMatch(/^https?:\/\//);
      }),
    );
  });
});

test("UTM parameters never replace the advertiser's own, nor change the rest", () => {
  const utm = { campaign: "a b&c", source: "s", medium: null };
  expect(withUtm("https://a.example/?utm_source=own&q=%41+b#f", utm)).toBe(
    "https://a.example/?utm_source=own&q=%41+b&utm_campaign=a%20b%26c#f",
  );
  expect(withUtm("https://a.example", { campaign: null, source: "", medium: null })).toBe("https://a.example/");
});

test("a header's text is one line", () => {
  expect(oneLine(" a\r\nBcc: x@y.example\0b\u2028c ")).toBe("a Bcc: x@y.example b c");
});

test("only http and https are links", () => {
  expect(
    ["http://a.example", " HTTPS://A.example/b ", "javascript:1", "//a.example", "mailto:a@b.c"].map(httpUrl),
  ).toEqual(["http://a.example/", "https://a.example/b", null, null, null]);
});

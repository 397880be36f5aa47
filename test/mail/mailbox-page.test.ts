import Fastify, { type FastifyInstance } from "fastify";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CatchAll, startCatchAll } from "../../gateway/mail/catch-all.js";
import { registerMailbox } from "../../gateway/mail/mailbox.js";
import { fixedClock } from "../../lib/clock.js";
import type { MailTransport } from "../../lib/mail.js";
import { createSmtpTransport } from "../../lib/smtp-transport.js";
import { composeMail, fillMail } from "../../subgraphs/email/mail-template.rules.js";
import { blockOutside, launchChromium } from "../kit/chromium.js";
import { gradientPng } from "../kit/png.js";

/** A mail as a person sees it, in a browser. */
let catchAll: CatchAll;
let app: FastifyInstance;
let transport: MailTransport;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  catchAll = await startCatchAll(fixedClock("2026-03-04T05:06:07Z"));
  app = Fastify();
  registerMailbox(app, catchAll);
  app.get("/hero.png", (_request, reply) => reply.type("image/png").send(gradientPng(600, 200)));
  origin = await app.listen({ host: "127.0.0.1", port: 0 });
  transport = createSmtpTransport(catchAll.url);
  browser = await launchChromium();
}, 120_000);
afterAll(async () => {
  await browser?.close();
  transport.close();
  await app.close();
  await catchAll.close();
});

async function send(to: string, subject: string): Promise<void> {
  const template = composeMail({
    subject,
    previewText: "What is new this spring",
    headline: "Fresh off the boat",
    body: 'Dear Zoë,\n\nthe new catalogue is here: oysters & mussels, <b>ten percent off</b> until Sunday. <script>document.title = "owned"</script>\n\nSee you at the quay!',
    ctaLabel: "See what came in",
    ctaDestination: "https://shop.example/new",
    heroImageUrl: `${origin}/hero.png`,
    utm: { campaign: "spring", source: "drip", medium: "email" },
    senderName: "Harbour Shop",
    footerPostalAddress: "1 Quay Street, Bristol BS1 4QA",
  });
  const mail = {
    messageId: `${to}.${subject.length}@ads.example`,
    from: { name: "Harbour Shop", address: "news@shop.example" },
    to,
    subject,
    ...fillMail(template, (slot) => `${origin}/mail/${slot}/x`),
    date: new Date("2026-03-04T05:06:07Z"),
    headers: { "List-Unsubscribe": `<${origin}/mail/unsubscribe/x>` },
  };
  await transport.send(mail, new AbortController().signal);
}

test(
  "the mail of a campaign is read at /dev/mail, with its image, its button and its footer",
  { timeout: 60_000 },
  async () => {
    await send("ann@reader.example", "Welcome to the harbour");
    await send("zoe@reader.example", "Fresh off the boat: ten percent off until Sunday");
    const page = await browser.newPage({ viewport: { width: 1200, height: 860 } });
    const outside = await blockOutside(page);
    await page.goto(`${origin}/dev/mail`);
    await page.getByText("Fresh off the boat: ten percent").click();
    const mail = page.frameLocator("iframe");
    await mail.getByRole("heading", { name: "Fresh off the boat" }).waitFor();
    expect(await mail.getByRole("link", { name: "See what came in" }).getAttribute("href")).toContain("/mail/0/x");
    expect(await mail.getByText("1 Quay Street").isVisible()).toBe(true);
    expect(await mail.getByRole("link", { name: "Unsubscribe" }).isVisible()).toBe(true);
    expect(await mail.getByText("What is new this spring").isVisible()).toBe(false);
    const hero = mail.locator('img[width="600"]');
    await expect.poll(() => hero.evaluate((image) => Reflect.get(image, "naturalWidth"))).toBe(600);
    expect(await page.title()).toBe("Fresh off the boat: ten percent off until Sunday");
    const shot = await page.screenshot();
    expect(shot.length).toBeGreaterThan(10_000);
    await page.getByRole("link", { name: "Plain text" }).click();
    await page.getByText("ten percent off until Sunday.").waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    const overflows = await page.evaluate("document.documentElement.scrollWidth > window.innerWidth");
    expect(overflows).toBe(false);
    expect(outside).toEqual([]);
  },
);

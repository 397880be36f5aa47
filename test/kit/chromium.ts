import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { chromium } from "playwright-core";
import type { Browser, Page } from "playwright-core";

const decompress = promisify(brotliDecompress);

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

interface Executable {
  path: string;
  env: Record<string, string>;
}

/** A headless browser: the one named by CHROMIUM_PATH, else the system's, else the one from npm. */
export async function launchChromium(): Promise<Browser> {
  const executable = installedChromium() ?? (await packagedChromium());
  return chromium.launch({
    executablePath: executable.path,
    headless: true,
    args: FLAGS,
    env: { ...process.env, ...executable.env },
  });
}

/** Refuses every request that leaves this machine; returns the addresses that were tried. */
export async function blockOutside(page: Page): Promise<string[]> {
  const tried: string[] = [];
  await page.route("**/*", async (route) => {
    const { protocol, hostname } = new URL(route.request().url());
    const inside = protocol === "data:" || protocol === "blob:" || hostname === "127.0.0.1";
    if (!inside) tried.push(route.request().url());
    await (inside ? route.continue() : route.abort());
  });
  return tried;
}

function installedChromium(): Executable | undefined {
  const system = "/usr/bin/chromium";
  const found = process.env["CHROMIUM_PATH"] ?? (existsSync(system) ? system : undefined);
  return found === undefined ? undefined : { path: found, env: {} };
}

/**
 * The npm package holds a compressed headless Chromium for Linux x64 and the libraries that a bare
 * image lacks. Its own unpacking writes in place, so that of two test processes one can start half a
 * file; here a finished folder is moved to where it is looked for, and is kept for the next run.
 */
async function packagedChromium(): Promise<Executable> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("No Chromium found: set CHROMIUM_PATH to one.");
  }
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.resolve("@sparticuz/chromium"))), "../..");
  const bin = path.join(root, "bin");
  // The size tells one version of the package from another.
  const { size } = statSync(path.join(bin, "chromium.br"));
  const home = path.resolve(root, "../../.cache", `chromium-${size}`);
  if (!existsSync(home)) await unpack(bin, home);
  return {
    path: path.join(home, "chromium"),
    env: {
      LD_LIBRARY_PATH: path.join(home, "lib"),
      FONTCONFIG_FILE: path.join(home, "fonts.conf"),
    },
  };
}

async function unpack(bin: string, home: string): Promise<void> {
  mkdirSync(path.dirname(home), { recursive: true });
  const made = mkdtempSync(`${home}-`);
  const browser = await decompress(readFileSync(path.join(bin, "chromium.br")));
  writeFileSync(path.join(made, "chromium"), browser, { mode: 0o755 });
  await untar(path.join(bin, "al2023.tar.br"), made);
  await untar(path.join(bin, "fonts.tar.br"), made);
  // The package's own file names folders of the platform it was made for.
  writeFileSync(path.join(made, "fonts.conf"), fontsConf(home));
  try {
    renameSync(made, home);
  } catch (error) {
    rmSync(made, { recursive: true });
    // Else another process was first, which is as good.
    if (!existsSync(home)) throw error;
  }
}

async function untar(file: string, folder: string): Promise<void> {
  const input = await decompress(readFileSync(file));
  execFileSync("tar", ["-x", "--no-same-owner", "-C", folder], { input });
}

/** The system's fonts where there are any, and one that is always there. */
function fontsConf(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${home}/fonts</dir>
  <cachedir>${home}/fonts-cache</cachedir>
</fontconfig>
`;
}

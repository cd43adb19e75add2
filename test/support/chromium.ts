import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const INSTALL = 'apt-get update && apt-get install --yes --no-install-recommends chromium';

/** Headless Chromium: the one that CHROMIUM_BIN names, else Debian's. Where it is missing it is installed, as root on Debian; elsewhere the error says how. */
export async function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumProgram(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

function chromiumProgram(): string {
  const named = process.env.CHROMIUM_BIN;
  const candidates = named === undefined ? ['/usr/bin/chromium', '/usr/bin/chromium-browser'] : [named];
  const find = () => candidates.find((candidate) => existsSync(candidate));
  const found = find() ?? (named === undefined ? install(find) : undefined);
  if (found === undefined)
    throw new Error(`Chromium is missing. Install it (on Debian, as root: ${INSTALL}), or set CHROMIUM_BIN.`);
  return found;
}

function install(find: () => string | undefined): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  spawnSync('/bin/sh', ['-c', INSTALL], {
    stdio: 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return find();
}

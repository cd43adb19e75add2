import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { readConfig } from '../../services/chassis/config/config.ts';
import { testVariables } from './test-variables.ts';

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
  const { CHROMIUM_BIN: named } = readConfig(testVariables, process.env);
  const candidates = named === undefined ? ['/usr/bin/chromium', '/usr/bin/chromium-browser'] : [named];
  const find = () => candidates.find((candidate) => existsSync(candidate));
  const present = find();
  if (present !== undefined) return present;
  const failure = named === undefined ? install() : `There is no ${named}.`;
  const installed = find();
  if (installed !== undefined) return installed;
  throw new Error(
    `Chromium is missing. Install it (on Debian, as root: ${INSTALL}), or set CHROMIUM_BIN to where it is. ${failure}`,
  );
}

/** Installs it where that is possible; returns what went wrong. */
function install(): string {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return '';
  const { stderr } = spawnSync('/bin/sh', ['-c', INSTALL], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
  });
  return stderr.trim().split('\n').slice(-3).join(' ');
}

import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { readConfig } from '../../platform/core/config/config.ts';
import { canInstall, installDebianPackage } from './debian-package.ts';
import { testVariables } from './test-variables.ts';

/**
 * Headless Chromium: the one CHROMIUM_BIN names, else Debian's. If missing, it is installed as root on Debian;
 * elsewhere the error explains how.
 * @param language of its own words, such as how it shows dates in fields: other ones than English need chromium-l10n
 */
export async function launchChromium(language = 'en'): Promise<Browser> {
  return chromium.launch({
    executablePath: await chromiumProgram(),
    env: { ...process.env, LANGUAGE: language },
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

async function chromiumProgram(): Promise<string> {
  const { CHROMIUM_BIN: named } = readConfig(testVariables, process.env);
  const candidates = named === undefined ? ['/usr/bin/chromium', '/usr/bin/chromium-browser'] : [named];
  const find = () => candidates.find((candidate) => existsSync(candidate));
  if (find() === undefined && named === undefined && canInstall()) await installDebianPackage('chromium');
  const found = find();
  if (found !== undefined) return found;
  throw new Error(
    `There is no ${candidates[0]}. Install Chromium (on Debian, as root: apt-get install chromium), or set CHROMIUM_BIN to where it is.`,
  );
}

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCursorKeys } from '../gateway/cursor/cursor-keys.ts';
import { newIdentityKeyText, parseIdentityKeys } from '../platform/calls/identity/identity-keys.ts';
import { StartError } from '../platform/core/start-error.ts';
import { KeyRing } from '../services/webhooks/secrets/key-ring.ts';

/** The cursor key of a development system, as CURSOR_KEYS has it: made once, so that cursors outlive a restart. */
export function developmentCursorKeys(dataDir: string): Promise<string> {
  const make = () => `development:${randomBytes(32).toString('base64url')}`;
  return developmentSecret(dataDir, 'cursor-keys', { make, check: parseCursorKeys });
}

/** The key with which a development system signs identities, as IDENTITY_KEYS has it. */
export function developmentIdentityKeys(dataDir: string): Promise<string> {
  const make = () => newIdentityKeyText('development');
  return developmentSecret(dataDir, 'identity-keys', { make, check: parseIdentityKeys });
}

/** The key with which a development system encrypts the secrets of webhook endpoints, as WEBHOOKS_SECRET_KEYS has it. */
export function developmentSecretKeys(dataDir: string): Promise<string> {
  const make = () => `development:${randomBytes(32).toString('base64url')}`;
  return developmentSecret(dataDir, 'webhooks-secret-keys', { make, check: (text) => new KeyRing(text) });
}

interface Secret {
  make(): string;
  /** Throws an Error where the text cannot be one. */
  check(text: string): unknown;
}

/**
 * A secret of a development system: made at its first start and kept in its data folder, for its owner alone.
 * @throws StartError when the file holds none; the message never shows what it holds instead
 */
export async function developmentSecret(dataDir: string, name: string, { make, check }: Secret): Promise<string> {
  const file = join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  try {
    await makeFile(file, make);
    const text = (await readFile(file, 'utf8')).trim();
    check(text);
    return text;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${file}: ${reason}. Remove it, and the next start makes a new one.`, { cause: error });
  }
}

async function makeFile(file: string, make: () => string): Promise<void> {
  try {
    await writeFile(file, make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

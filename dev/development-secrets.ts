import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseCursorKeys } from '../gateway/endpoint/cursor-keys.ts';
import { newIdentityKeyText, parseIdentityKeys } from '../platform/calls/identity/identity-keys.ts';
import { KeyRing } from '../platform/core/config/key-ring.ts';
import { StartError } from '../platform/core/start-error.ts';

/**
 * The cursor key of a development system, in the format of CURSOR_KEYS. Created once, so that cursors stay valid after
 * a restart.
 */
export function developmentCursorKeys(dataDir: string): Promise<string> {
  const make = () => `development:${randomBytes(32).toString('base64url')}`;
  return developmentSecret(dataDir, 'cursor-keys', { make, check: parseCursorKeys });
}

/** The key with which a development system signs identities, in the format of IDENTITY_KEYS. */
export function developmentIdentityKeys(dataDir: string): Promise<string> {
  const make = () => newIdentityKeyText('development');
  return developmentSecret(dataDir, 'identity-keys', { make, check: parseIdentityKeys });
}

/**
 * The key with which the services of a development system encrypt secrets, in the format of WEBHOOKS_SECRET_KEYS and
 * IDENTITY_SECRET_KEYS.
 */
export function developmentSecretKeys(dataDir: string): Promise<string> {
  const make = () => `development:${randomBytes(32).toString('base64url')}`;
  return developmentSecret(dataDir, 'secret-keys', { make, check: (text) => new KeyRing(text) });
}

interface Secret {
  make(): string;
  /** Throws an Error if the text is invalid. */
  check(text: string): unknown;
}

/**
 * A secret of a development system: created at the first start and stored in the data folder, readable only by its
 * owner.
 * @throws StartError if the file has no valid secret; the message never shows the content
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
    throw new StartError(`${file}: ${reason}. Remove the file; the next start creates a new one.`, { cause: error });
  }
}

async function makeFile(file: string, make: () => string): Promise<void> {
  try {
    await writeFile(file, make(), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Environment, isSet, namesOf, readConfig, type Variable } from '../../platform/core/config/config.ts';
import { KeyRing } from '../../platform/core/config/key-ring.ts';
import type { ArchivedTable, Row } from '../../platform/data/archive/lines.ts';
import { dataVariables } from '../data-variables.ts';
import { CommandFailure } from '../failure.ts';

/** The keys that an archive's values, or those of a service, are encrypted with. */
export type Keys = KeyRing;

/** The key for an archive: one line, as `lyceum keys create ID --symmetric` prints it. Throws a CommandFailure. */
export async function readArchiveKeys(path: string): Promise<Keys> {
  try {
    return new KeyRing((await readFile(path, 'utf8')).trim());
  } catch (error) {
    throw new CommandFailure(`${path}: ${(error as Error).message}`);
  }
}

/** The keys that a command needs beside those of the archive. */
export interface InstallationKeys {
  readonly archive: Keys;
  /** Those with which a service encrypts. Throws a CommandFailure if they are missing. */
  of(service: string): Promise<Keys>;
}

/** The keys with which a service encrypts: of its variable, or else of the platform that npm start runs here. */
export async function keysOfService(service: string, environment: Environment): Promise<Keys> {
  const name = `${service.toUpperCase()}_SECRET_KEYS`;
  const description = `the keys with which ${service} encrypts`;
  const variable = { description, secret: true, parse: (text: string) => new KeyRing(text) };
  const keys = await configured(name, variable, { environment, file: 'secret-keys' });
  if (!keys) throw new CommandFailure(`${name} is missing: ${description}.`);
  return keys;
}

/** The value of CURSOR_KEYS, or that of the platform that npm start runs here; undefined if there is neither. */
export function cursorKeysOf(environment: Environment): Promise<string | undefined> {
  const variable = { description: 'the keys that sign cursors', secret: true, parse: (text: string) => text };
  return configured('CURSOR_KEYS', variable, { environment, file: 'cursor-keys' });
}

async function configured<T>(
  name: string,
  variable: Variable<T>,
  { environment, file }: { readonly environment: Environment; readonly file: string },
): Promise<T | undefined> {
  if (namesOf(name, variable).some((each) => isSet(each, environment)))
    return readConfig({ [name]: variable }, environment)[name] as T;
  const { DATA_DIR } = readConfig(dataVariables, environment);
  return readFile(join(DATA_DIR, file), 'utf8').then(
    (text) => variable.parse(text.trim()),
    () => undefined,
  );
}

/** Keys of cursors as an archive has them. */
export function sealCursorKeys(text: string, institutionId: string, keys: Keys) {
  const { keyId, sealed } = keys.seal(text, institutionId);
  return { keyId, sealed: Buffer.from(sealed).toString('base64') };
}

/** Throws a CommandFailure if the keys are others. */
export function openCursorKeys(
  { keyId, sealed }: { readonly keyId: string; readonly sealed: string },
  institutionId: string,
  keys: Keys,
): string {
  return opened({ key_id: keyId }, Buffer.from(sealed, 'base64'), institutionId, keys);
}

/** The line of a row, with its encrypted values encrypted by other keys. */
export function reseal(line: string, table: ArchivedTable, from: Keys, to: Keys): string {
  const row: Record<string, unknown> = JSON.parse(line);
  for (const { name, sealedFor } of table.columns) {
    const value = row[name];
    if (sealedFor === null || typeof value !== 'string') continue;
    const owner = sealedFor.map((column) => row[column]).join('/');
    const { keyId, sealed } = to.seal(opened(row, Buffer.from(value, 'base64'), owner, from), owner);
    row[name] = Buffer.from(sealed).toString('base64');
    row.key_id = keyId;
  }
  return JSON.stringify(row);
}

function opened({ key_id }: Row, sealed: Buffer, owner: string, keys: Keys): string {
  try {
    return keys.open({ keyId: String(key_id), sealed }, owner);
  } catch (error) {
    throw new CommandFailure(`A value cannot be decrypted: ${(error as Error).message}.`);
  }
}

import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CursorKey, parseCursorKeys } from '../gateway/cursor/cursor-keys.ts';
import { StartError } from '../services/chassis/start-error.ts';

/**
 * The cursor key of a development system, made at its first start and kept in its data folder, so that cursors outlive a restart.
 * @throws StartError when the file holds no keys; the message never shows what it holds instead
 */
export async function developmentCursorKeys(dataDir: string): Promise<CursorKey[]> {
  return (await keptKeys(dataDir)).keys;
}

/** The same as CURSOR_KEYS has it. */
export async function developmentCursorKeyText(dataDir: string): Promise<string> {
  return (await keptKeys(dataDir)).text;
}

async function keptKeys(dataDir: string): Promise<{ text: string; keys: CursorKey[] }> {
  const file = join(dataDir, 'cursor-keys');
  await mkdir(dataDir, { recursive: true });
  try {
    await makeKey(file);
    const text = await readFile(file, 'utf8');
    return { text, keys: parseCursorKeys(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`${file}: ${reason}. Remove it, and the next start makes a new one.`, { cause: error });
  }
}

async function makeKey(file: string): Promise<void> {
  try {
    await writeFile(file, `development:${randomBytes(32).toString('base64url')}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

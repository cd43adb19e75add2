import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CursorKey, parseCursorKeys } from '../gateway/cursor/cursor-keys.ts';

/** The cursor key of a development system, made at its first start and kept in its data folder, so that cursors outlive a restart. */
export async function developmentCursorKeys(dataDir: string): Promise<CursorKey[]> {
  return parseCursorKeys(await developmentCursorKeyText(dataDir));
}

/** The same as CURSOR_KEYS has it. */
export async function developmentCursorKeyText(dataDir: string): Promise<string> {
  const file = join(dataDir, 'cursor-keys');
  await mkdir(dataDir, { recursive: true });
  try {
    await writeFile(file, `development:${randomBytes(32).toString('base64url')}`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFile(file, 'utf8');
}

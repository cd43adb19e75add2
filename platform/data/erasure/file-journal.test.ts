import { appendFile, chmod, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FileJournal } from './file-journal.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journal-'));
});
afterAll(() => rm(folder, { recursive: true }));

const of = (userId: string | null) => ({
  ...{ at: '2026-10-05T08:00:00.000Z', institutionId: 'i', userId, kind: 'person' as const },
});

describe('a journal in a file', () => {
  it('keeps entries in their order, each person once', async () => {
    const path = join(folder, 'order.jsonl');
    const journal = await FileJournal.open(path);
    const entries = await Promise.all(['a', 'b', 'a', 'c'].map((userId) => journal.append(of(userId))));
    expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 1, 3]);
    expect((await FileJournal.existing(path).after(1)).map(({ userId }) => userId)).toEqual(['b', 'c']);
    expect(Object.keys(JSON.parse((await readFile(path, 'utf8')).split('\n')[0] ?? ''))).toEqual([
      ...['sequence', 'at', 'institutionId', 'userId', 'kind'],
    ]);
  });

  it('leaves out what a killed process had begun to write, and writes over it', async () => {
    const path = join(folder, 'torn.jsonl');
    const journal = await FileJournal.open(path);
    await journal.append(of('a'));
    await appendFile(path, '{"sequence":2,"at":"20');
    expect(await journal.after(0)).toHaveLength(1);
    await journal.append(of('b'));
    expect((await journal.after(0)).map(({ userId }) => userId)).toEqual(['a', 'b']);
  });

  it('says when it is shorter than what is applied, out of order, or missing', async () => {
    const path = join(folder, 'short.jsonl');
    const journal = await FileJournal.open(path);
    await journal.append(of('a'));
    await journal.append(of('b'));
    await expect(journal.after(3)).rejects.toThrow('has 2 entries, and the database has applied 3');
    const text = await readFile(path, 'utf8');
    await truncate(path, 0);
    await expect(journal.after(2)).rejects.toThrow('has 0 entries');
    await writeFile(path, text.split('\n').slice(1).join('\n'));
    await expect(journal.after(0)).rejects.toThrow('line 1 is not its entry 1');
    await rm(path);
    await expect(journal.after(0)).rejects.toThrow('ENOENT');
    await expect(journal.append(of('c'))).rejects.toThrow('ENOENT');
  });

  it('cannot be opened where it cannot be written', async () => {
    await expect(FileJournal.open(join(folder, 'no', 'folder.jsonl'))).rejects.toMatchObject({
      message: expect.stringContaining('ERASURE_JOURNAL'),
      exitCode: 2,
    });
    const path = join(folder, 'read-only.jsonl');
    const journal = await FileJournal.open(path);
    await chmod(path, 0o400);
    if (process.getuid?.() !== 0) await expect(journal.requireWritable()).rejects.toThrow('EACCES');
  });
});

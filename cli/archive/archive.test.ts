import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { digestsOf, rowsIn } from '../../test/support/archive/archive-lines.ts';
import { fillInstitution } from '../../test/support/archive/fill-institution.ts';
import { TestArchives, urlsOf } from '../../test/support/archive/test-archives.ts';
import { exportInstitution } from './export-institution.ts';

const archives = await TestArchives.start();
const source = await archives.newDatabases();
const one = await fillInstitution(source, 'linnet');
const other = await fillInstitution(source, 'magpie');
const archive = await archives.exported(source, one.id);
const run = (args: readonly string[], databases = source) => archives.run(databases, args);
const exported = (id: string, options: readonly string[] = [], databases = source) =>
  archives.exported(databases, id, options);

describe('an archive', () => {
  it('has every column of every table that the institution may have rows in', async () => {
    const rows = await rowsIn(archive);
    const kept = [...register].flatMap(([service, tables]) =>
      tables
        .filter(({ belongsTo, isOfTheMoment }) => 'institution' in belongsTo && !isOfTheMoment)
        .map((table) => [`${service}/${table.name}`, table] as const),
    );
    expect([...rows.keys()].toSorted()).toEqual(kept.map(([name]) => name).toSorted());
    for (const [name, { columns }] of kept) {
      const [first = {}] = rows.get(name) ?? [];
      const left = columns.filter(({ name: column }) => !(column in first)).map((column) => column.name);
      expect([name, left]).toEqual([
        name,
        expect.toSatisfy((names: string[]) => names.every((each) => ['sequence', 'sealed', 'key_id'].includes(each))),
      ]);
      expect([name, Object.values(first).filter((value) => value === null)]).toEqual([name, []]);
    }
    expect(rows.get('webhooks/events')?.map(({ sequence, recorded_at }) => [sequence, recorded_at])[1]).toEqual([
      `${2n ** 60n + 1n}`,
      '2026-02-03T04:05:06.789000Z',
    ]);
  });

  it('has nothing of another institution', async () => {
    const text = JSON.stringify([...(await rowsIn(archive))]) + (await readFile(archive, 'latin1'));
    const decoded = text.replaceAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g, (_, base64: string) =>
      Buffer.from(base64, 'base64').toString(),
    );
    expect(decoded).toContain(one.needle);
    expect(decoded).not.toContain(other.needle);
    expect(decoded).not.toContain(other.id);
  });

  it('can be read by its owner alone, is never written over, and says the same each time', async () => {
    expect((await stat(archive)).mode & 0o777).toBe(0o600);
    const before = await readFile(archive);
    expect(await run(['export', one.id, '--out', archive])).toMatchObject({ code: 2 });
    expect(await readFile(archive)).toEqual(before);
    expect(await digestsOf(await exported(one.id))).toEqual(await digestsOf(archive));
  });

  it('goes on where it was ended', async () => {
    const out = archives.newPath();
    const { ref, name } = { ref: 'r', name: 'n' };
    const task = {
      databases: urlsOf(source),
      institution: { id: one.id, ref, name },
      out,
      now: '2026-01-01T00:00:00.000Z',
    };
    const onTable = (table: string) => {
      if (table.startsWith('webhooks: events')) throw new Error('ended');
    };
    await expect(exportInstitution({ ...task, onTable })).rejects.toThrow('ended');
    expect(await run(['verify', out])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('damaged or missing'),
    });
    expect(await run(['export', other.id, '--out', out])).toMatchObject({ code: 2 });
    expect(await run(['export', one.id, '--out', out])).toMatchObject({ code: 0 });
    expect(await digestsOf(out)).toEqual(await digestsOf(archive));
    // Ended when it had only made the file.
    const empty = archives.newPath();
    await writeFile(empty, '');
    expect(await run(['export', one.id, '--out', empty])).toMatchObject({ code: 0 });
    expect(await digestsOf(empty)).toEqual(await digestsOf(archive));
  });
});

import { expect, it } from 'vitest';
import { register } from '../../deploy/installation/register.ts';
import { rowsIn } from '../../test/support/archive/archive-lines.ts';
import { fillInstitution, OF_PEOPLE } from '../../test/support/archive/fill-institution.ts';
import { TestArchives } from '../../test/support/archive/test-archives.ts';
import { query } from '../../test/support/postgres/query.ts';

const archives = await TestArchives.start();
const source = await archives.newDatabases();
const one = await fillInstitution(source, 'linnet');

/** All text of an archive, that of bytes, too. */
async function textIn(archive: string): Promise<string> {
  return JSON.stringify([...(await rowsIn(archive))]).replaceAll(/"([A-Za-z0-9+/]{8,}={0,2})"/g, (_, base64: string) =>
    Buffer.from(base64, 'base64').toString(),
  );
}

it('has nothing of people in any column, and all that says nothing of them', async () => {
  const directory = source.url('directory');
  await query(directory, `UPDATE institutions SET user_code_format = 'A-[0][0][0][0]'`);
  await query(directory, `UPDATE users SET code = 'A-000' || extract(month FROM created_at)`);
  const target = await archives.newDatabases();
  const archive = await archives.exported(source, one.id);
  expect(await textIn(archive)).toContain(OF_PEOPLE);
  const { code, json } = await archives.run(target, ['import', archive, '--as-new', 'sandbox', '--masked', '--json']);
  expect(code).toBe(0);
  const copy = await archives.exported(target, json.institutionId);
  expect(await textIn(copy)).not.toContain(OF_PEOPLE);
  const [before, after] = [await rowsIn(archive), await rowsIn(copy)];
  const leftOut = json.leftOut.map(({ service, table }: { service: string; table: string }) => `${service}/${table}`);
  for (const [service, tables] of register)
    for (const { name, columns } of tables) {
      const table = `${service}/${name}`;
      if (!after.has(table) || leftOut.includes(table)) continue;
      const kept = columns.filter(({ says, type }) => says === 'nothing' && type.startsWith('text'));
      for (const { name: column } of kept)
        if (`${name}.${column}` !== 'institutions.ref')
          expect([table, column, valuesOf(after.get(table), column)]).toEqual([
            ...[table, column],
            valuesOf(before.get(table), column),
          ]);
    }
  const users = after.get('directory/users') ?? [];
  expect(valuesOf(users, 'code')).toEqual(['A-0000', 'A-0001', 'A-0002']);
  for (const user of users)
    expect(user).toMatchObject({
      name: `Person ${user.last_name}`,
      email: expect.stringMatching(/^[0-9a-f]{16}@masked\.invalid$/),
      email_key: user.email,
      code_key: String(user.code).toLowerCase(),
      image: null,
    });
});

it('needs new ids, and is another than one that shows people', async () => {
  const target = await archives.newDatabases();
  const archive = await archives.exported(source, one.id);
  expect(await archives.run(target, ['import', archive, '--masked'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--as-new'),
  });
  expect(await archives.run(target, ['import', archive, '--as-new', 'copy'])).toMatchObject({ code: 0 });
  expect(await archives.run(target, ['import', archive, '--as-new', 'copy', '--masked'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('another institution has its ref'),
  });
});

const valuesOf = (rows: readonly Record<string, unknown>[] = [], column: string) =>
  rows.map((row) => row[column]).toSorted();

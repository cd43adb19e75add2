import { readFile } from 'node:fs/promises';
import { afterAll, expect, it } from 'vitest';
import { present } from '../../platform/core/present.ts';
import { TestSystem } from '../support/test-system.ts';
import { must } from '../time-tracking/member.ts';
import { schoolIn } from '../time-tracking/school-in.ts';

/** The query of the guide for Excel, read as text: nothing here runs its language. */
const query = present(
  /```powerquery\n([\s\S]*?)```/.exec(
    await readFile(new URL('../../docs/guides/hr-without-code.md', import.meta.url), 'utf8'),
  )?.[1],
  'query of the guide',
);

const system = await TestSystem.start({ platform: 'own' });
const school = await schoolIn(system, 'Europe/Berlin');
afterAll(() => system.stop());

/** What follows a text, between quotes. */
const after = (text: string) => present(new RegExp(`${text} = "([^"]+)"`).exec(query)?.[1], text);
const paths = [...query.matchAll(/RelativePath = "([^"]+)"/g)].map(([, path = '']) => path);
const queries = [...query.matchAll(/Query = \[([^\]]*)\]/g)].map(([, fields = '']) => fields.split(', '));
const columns = [...query.matchAll(/\{("[^}]+)\}/g)].map(([, names = '']) => names.replaceAll('"', '').split(', '));

it('the query of the guide asks for what there is, and reads fields that there are', async () => {
  const member = await school.newMember();
  must(201, await member.log(`${after('From')}T08:00:00+01:00`, `${after('From')}T16:30:00+01:00`));
  const values: Readonly<Record<string, string>> = { id: member.userId, From: after('From'), To: after('To') };
  const [users, totals] = await Promise.all(
    paths.map((path, n) =>
      member.client.get(`/${path}`, {
        query: Object.fromEntries(
          (queries[n] ?? []).map((field) => {
            const [name = '', value = ''] = field.split(' = ');
            return [name, value.startsWith('"') ? value.slice(1, -1) : present(values[value], value)];
          }),
        ),
      }),
    ),
  );
  expect(new URL(after('Address')).pathname).toBe('/api/v4');
  expect(Object.keys(must(200, present(users, 'users')).body.data[0])).toEqual(
    expect.arrayContaining(columns[0] ?? []),
  );
  expect(Object.keys(users?.body.pagination)).toEqual(expect.arrayContaining(['has_more', 'next_cursor']));
  expect(query).toContain('each if [pagination][has_more] then Users([pagination][next_cursor]) else null');
  const { data } = must(200, present(totals, 'totals')).body;
  expect(Object.keys(data)).toEqual(expect.arrayContaining(columns[1] ?? []));
  expect(data.workedMinutes).toBe(510);
});

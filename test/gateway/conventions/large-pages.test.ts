import { expect, it } from 'vitest';
import { PAGE_BYTES } from '../../../platform/core/paging.ts';
import { query } from '../../support/postgres/query.ts';
import { importUsers } from '../../support/test-directory.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

/** A hundred appointments with a thousand participants each: more than fits on a page. */
const COUNT = 100;
const PARTICIPANTS = 1_000;

const system = await TestSystem.start();
const school = await Timetable.in(system);
const userIds = await importUsers(school.institution, PARTICIPANTS);
await school.fill(Array.from({ length: COUNT }, () => ({})));
await query(
  system.databases.url('scheduling'),
  `UPDATE appointments SET user_ids = '{${userIds.join()}}', notes = repeat('…', 1000)`,
);

it('a large page ends early; limit stays, and the cursor continues after it', async () => {
  const ids: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | undefined; ; ) {
    const answer = await school.get('/appointments', { limit: '100', ...(cursor ? { cursor } : {}) });
    expect([answer.status, answer.body.pagination.limit]).toEqual([200, 100]);
    expect(Number(answer.headers.get('content-length'))).toBe(Buffer.byteLength(answer.text));
    sizes.push(Buffer.byteLength(answer.text));
    ids.push(...answer.body.data.map(({ id }: { id: string }) => id));
    expect(answer.body.pagination.has_more).toBe(answer.body.pagination.next_cursor !== null);
    if (!answer.body.pagination.has_more) break;
    cursor = answer.body.pagination.next_cursor;
  }
  expect([ids.length, new Set(ids).size]).toEqual([COUNT, COUNT]);
  // The last row of a page may exceed its limit.
  expect(Math.max(...sizes)).toBeLessThan(PAGE_BYTES * 1.1);
  expect(sizes.length).toBeLessThan(COUNT / 2);
});

it('an item over the limit is a page of its own', async () => {
  // Pictures make participants larger than the service can know.
  await query(system.databases.url('directory'), `UPDATE users SET image = 'https://x.example/' || repeat('i', 2000)`);
  const large = await school.get('/appointments', { limit: '100' });
  expect(large.body.data.length).toBe(1);
  expect(large.body.pagination.has_more).toBe(true);
  const next = await school.get('/appointments', { limit: '100', cursor: large.body.pagination.next_cursor });
  expect(next.body.data[0].id > large.body.data.at(-1).id).toBe(true);
});

it('fields returns all of them, equal to those in the whole', async () => {
  const { body } = await school.get('/appointments', { limit: '100', fields: 'title,id,duration,location' });
  const whole = await school.get(`/appointments/${body.data[0].id}`);
  expect([body.data.length, body.pagination.has_more]).toEqual([COUNT, false]);
  expect(Object.entries(body.data[0])).toEqual([
    ['id', body.data[0].id],
    ['title', whole.body.data.title],
    ['duration', whole.body.data.duration],
    ['location', null],
  ]);
});

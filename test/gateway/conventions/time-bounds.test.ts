import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { query } from '../../support/postgres/query.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { schoolIn } from '../../time-tracking/school-in.ts';

let member: Member;

/** Limits of instants and durations (decisions 13.1), and that no session exceeds them. */
const system = await TestSystem.start({ platform: 'own' });
const school = await schoolIn(system, 'Europe/Berlin');
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const ahead = (ms: number) => new Date(system.clock.now() + ms).toISOString();
const seen = ({ status, body }: TestAnswer) => [
  status,
  body.code,
  ...(body.errors ?? []).map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
];

const [startTime, endTime] = ['2026-10-05T08:00:00.000Z', '2026-10-05T09:00:00.000Z'];

it.each([
  ['1969-12-31T23:59:59.999Z', 'too_small'],
  ['9999-01-01T00:00:00.000Z', 'too_big'],
])('200: %s in an item of a bulk, which fails alone', async (at, code) => {
  const items = [
    { startTime, endTime: at },
    { startTime, endTime },
  ];
  const { data } = must(200, await member.bulk(items)).body;
  expect(data.created).toMatchObject([{ index: 1, log: { startTime, endTime } }]);
  expect(data.failed).toMatchObject([{ index: 0, status: 422, errors: [{ pointer: '/endTime', code }] }]);
});

describe('the length of a log', () => {
  const start = '2026-10-05T08:00:00.000Z';
  const later = (ms: number) => new Date(Date.parse(start) + ms).toISOString();

  it('201: 366 days', async () => {
    const { data } = must(201, await member.log(start, later(366 * DAY_MS))).body;
    expect(data.durationMinutes).toBe(366 * 24 * 60);
  });

  it.each([
    ['a millisecond more', later(366 * DAY_MS + 1)],
    ['more minutes than 31 bits hold', '9998-12-31T23:59:59.999Z'],
  ])('422: %s, created, changed and in a bulk', async (_, endTime) => {
    const tooLong = [422, 'validation_failed', '/endTime too_big'];
    expect(seen(await member.log('1970-01-01T00:00:00Z', endTime))).toEqual(tooLong);
    expect(seen(await member.log(start, endTime))).toEqual(tooLong);
    const { data } = must(
      200,
      await member.bulk([
        { startTime: start, endTime },
        { startTime, endTime: later(1) },
      ]),
    ).body;
    expect(data.created).toMatchObject([{ index: 1 }]);
    expect(data.failed).toMatchObject([
      { index: 0, status: 422, code: 'validation_failed', errors: [{ pointer: '/endTime', code: 'too_big' }] },
    ]);
    const { id } = data.created[0].log;
    expect(seen(await member.change(id, { endTime }))).toEqual(tooLong);
    expect(seen(await member.change(id, { startTime: '1970-01-01T00:00:00Z' }))).toEqual(tooLong);
    expect(await member.logs()).toMatchObject([{ id, endTime: later(1) }]);
  });

  it('200: one that is longer already keeps its length when other fields change', async () => {
    const { id } = must(201, await member.log(start, later(366 * DAY_MS))).body.data;
    const old = { startTime: '2020-01-01T00:00:00.000Z', endTime: later(366 * DAY_MS) };
    await query(system.databases.url('timetracking'), 'UPDATE time_records SET start_time = $1 WHERE id = $2', [
      old.startTime,
      id,
    ]);
    const { data } = must(200, await member.change(id, { note: 'Old', ...old })).body;
    expect(data).toMatchObject({ ...old, note: 'Old' });
    expect(seen(await member.change(id, { endTime: later(365 * DAY_MS) }))).toEqual([
      422,
      'validation_failed',
      '/endTime too_big',
    ]);
    must(200, await member.change(id, { startTime: start }));
  });
});

describe('a punch ahead of the clock', () => {
  it.each(['start', 'pause', 'resume', 'stop', 'timestamp'] as const)('422: %s, more than 24 hours', async (punch) => {
    for (const at of [ahead(DAY_MS + 1), ahead(366 * DAY_MS), '9998-12-31T23:59:59.999Z']) {
      expect(seen(await member[punch](at))).toEqual([422, 'validation_failed', '/at too_big']);
    }
    expect(await member.state()).toEqual({ logs: [], active: null });
  });

  it('422: before the feature and the member are looked up, and the key is free afterwards', async () => {
    const far = { userId: randomUUID(), at: ahead(DAY_MS + 1) };
    expect(seen(await school.client.post('/time-tracking/sessions/start', far))[0]).toBe(422);
    const key = randomUUID();
    expect(seen(await member.start(ahead(DAY_MS + 1), { key }))[0]).toBe(422);
    must(201, await member.start(ahead(DAY_MS), { key }));
  });

  it('201: of 24 hours begins a session that is stopped a day later, by the clock alone', async () => {
    const begin = ahead(DAY_MS);
    must(201, await member.start(begin));
    expect(seen(await member.stop())).toEqual([422, 'validation_failed', '/at invalid_value']);
    expect((await member.start()).status).toBe(409);
    system.clock.advance(DAY_MS + 1);
    expect(must(200, await member.stop()).body.data).toMatchObject({ startTime: begin, durationMinutes: 0 });
  });

  it('200: a session of any age is closed, regardless of its duration', async () => {
    must(201, await member.start('1970-01-01T00:00:00Z'));
    const { data } = must(200, await member.stop()).body;
    expect(data).toMatchObject({ endTime: '1970-01-01T22:59:59.999Z', autoClosed: true, durationMinutes: 1379 });
  });
});

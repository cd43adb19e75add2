import { beforeEach, describe, expect, it } from 'vitest';
import { refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { recordFields } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** Logs: created one by one, read and listed (decisions 10.2, 10.7, 10.9). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const create = (body: object) => member.post('/logs', { startTime: at('08:00'), endTime: at('09:00'), ...body });
const get = (id: string, query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId, ...query }, headers });

describe('POST /time-tracking/logs', () => {
  it('201: the log, with all fields; GET shows the same, with the same ETag', async () => {
    const pauses = [
      { startTime: '2026-10-05T10:15:00+02:00', endTime: '2026-10-05T10:20:30+02:00' },
      { startTime: at('08:30'), endTime: at('08:40') },
    ];
    const created = must(201, await create({ pauses, note: '' }));
    expect(Object.keys(created.body.data)).toEqual(recordFields);
    expect(created.body.data).toMatchObject({
      userId: member.userId,
      startTime: at('08:00'),
      endTime: at('09:00'),
      status: 'closed',
      pauses: [{ startTime: at('08:15'), endTime: '2026-10-05T08:20:30.000Z' }, pauses[1]],
      timestamps: [],
      source: 'api',
      note: '',
      autoClosed: false,
      durationMinutes: 60,
      pauseMinutes: 15,
      workedMinutes: 44,
      createdAt: created.body.meta.timestamp,
      updatedAt: created.body.meta.timestamp,
    });
    const read = await get(created.body.data.id);
    expect([read.body.data, read.headers.get('etag')]).toEqual([created.body.data, created.headers.get('etag')]);
  });

  it('201: null for no note, and no pauses', async () => {
    expect(must(201, await create({ note: null, pauses: [] })).body.data).toMatchObject({ note: null, pauses: [] });
  });

  it('409: conflictingLog, the earliest of them; its end is null when it is the open session', async () => {
    const { id } = must(201, await member.log(at('08:30'), at('08:40'))).body.data;
    must(201, await member.log(at('08:45'), at('08:50')));
    const session = must(201, await member.start(at('10:00'))).body.data;
    const first = await create({});
    expect([refusal(first), first.body.conflictingLog]).toEqual([
      '409 conflict',
      { id, startTime: at('08:30'), endTime: at('08:40') },
    ]);
    const second = await create({ startTime: at('09:00'), endTime: at('10:01') });
    expect(second.body.conflictingLog).toEqual({ id: session.id, startTime: at('10:00'), endTime: null });
    must(201, await create({ startTime: at('09:00'), endTime: at('10:00') }));
  });

  it.each([
    ['an end at the start', { endTime: at('08:00') }, '/endTime', 'invalid_value'],
    ['an end before the start', { endTime: at('07:00') }, '/endTime', 'invalid_value'],
    [
      'an empty pause',
      { pauses: [{ startTime: at('08:10'), endTime: at('08:10') }] },
      '/pauses/0/endTime',
      'invalid_value',
    ],
    [
      'a pause before the log',
      { pauses: [{ startTime: at('07:10'), endTime: at('08:10') }] },
      '/pauses/0/startTime',
      'invalid_value',
    ],
    [
      'a pause beyond the log',
      { pauses: [{ startTime: at('08:10'), endTime: at('09:01') }] },
      '/pauses/0/endTime',
      'invalid_value',
    ],
  ])('422: %s', async (_, body, pointer, code) => {
    const answer = await create(body);
    expect([refusal(answer), answer.body.errors]).toEqual([
      '422 validation_failed',
      [expect.objectContaining({ pointer, code })],
    ]);
    expect(await member.logs()).toEqual([]);
  });

  it('422: pauses out of order or overlapping', async () => {
    const pause = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });
    for (const pauses of [
      [pause('08:20', '08:30'), pause('08:00', '08:10')],
      [pause('08:00', '08:20'), pause('08:10', '08:30')],
    ]) {
      expect((await create({ pauses })).body.errors[0].pointer).toBe('/pauses/1/startTime');
    }
  });
});

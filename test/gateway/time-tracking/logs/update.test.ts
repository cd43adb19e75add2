import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { recordFields } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;
let log: TestAnswer;

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const PAUSE = { startTime: at('08:10'), endTime: at('08:20') };

/** PATCH /time-tracking/logs/{id} (decisions 4.2, 10.9): one log from 08:00 to 09:00 with a pause and a note. */
const system = await TestSystem.start({ platform: 'own' });
const school = await schoolIn(system, null);
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
  log = must(201, await member.log(at('08:00'), at('09:00'), { pauses: [PAUSE], note: 'N' }));
  system.clock.advance(1_000);
});

const path = () => `/time-tracking/logs/${log.body.data.id}`;
const patch = (change: object, ifMatch: string | undefined = log.headers.get('etag') ?? '') =>
  school.client.patch(path(), { userId: member.userId, ...change }, ifMatch === undefined ? {} : { ifMatch });
const read = () => school.client.get(path(), { query: { userId: member.userId } });

describe('200', () => {
  it('the updated log, with a new ETag; GET shows the same', async () => {
    const change = { startTime: '2026-10-05T09:30:00+02:00', endTime: at('10:00'), note: 'M' };
    const answer = must(200, await patch(change));
    expect(Object.keys(answer.body.data)).toEqual(recordFields);
    expect(answer.body.data).toEqual({
      ...log.body.data,
      startTime: at('07:30'),
      endTime: at('10:00'),
      note: 'M',
      durationMinutes: 150,
      workedMinutes: 140,
      correctedAt: answer.body.meta.timestamp,
      updatedAt: answer.body.meta.timestamp,
    });
    expect(answer.headers.get('etag')).not.toBe(log.headers.get('etag'));
    const shown = await read();
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
  });

  it('pauses replace all of them, none when they are [], and stay when they are absent', async () => {
    const pauses = [
      { startTime: at('08:00'), endTime: at('08:30') },
      { startTime: at('08:30'), endTime: at('09:00') },
    ];
    expect(must(200, await patch({ pauses })).body.data).toMatchObject({ pauses, note: 'N', workedMinutes: 0 });
    expect(must(200, await patch({ pauses: [] }, '*')).body.data).toMatchObject({ pauses: [], pauseMinutes: 0 });
    expect(must(200, await patch({ note: 'x' }, '*')).body.data).toMatchObject({ pauses: [], note: 'x' });
  });

  it('null clears the note; an empty note is kept', async () => {
    expect(must(200, await patch({ note: null })).body.data).toMatchObject({ note: null, pauses: [PAUSE] });
    expect(must(200, await patch({ note: '' }, '*')).body.data.note).toBe('');
  });

  it('an empty change and equal values change nothing: ETag and updatedAt stay', async () => {
    const { startTime, endTime, pauses, note } = log.body.data;
    for (const change of [{}, { startTime, endTime, pauses, note }, { startTime: '2026-10-05T10:00:00.0009+02:00' }]) {
      const answer = must(200, await patch(change));
      expect([answer.body.data, answer.headers.get('etag')]).toEqual([log.body.data, log.headers.get('etag')]);
    }
  });

  it('of a session that has become a log, whose timestamps stay', async () => {
    const { id } = must(201, await member.start(at('10:00'))).body.data;
    must(201, await member.timestamp(at('10:30')));
    const stopped = must(200, await member.stop(at('11:00'))).body.data;
    const { data } = must(200, await member.change(id, { endTime: at('10:15') })).body;
    expect(data).toMatchObject({ timestamps: stopped.timestamps, source: 'session', endTime: at('10:15') });
  });
});

describe('409', () => {
  it('conflictingLog, the earliest of them, never the log itself; nothing is changed', async () => {
    const { id } = must(201, await member.log(at('09:00'), at('09:30'))).body.data;
    must(201, await member.start(at('11:00')));
    const answer = await patch({ endTime: at('12:00') });
    expect([refusal(answer), answer.body.conflictingLog]).toEqual([
      '409 conflict',
      { id, startTime: at('09:00'), endTime: at('09:30') },
    ]);
    expect((await read()).body.data).toEqual(log.body.data);
    expect((await member.change(id, { endTime: at('11:01') })).body.conflictingLog.endTime).toBeNull();
    must(200, await patch({ startTime: at('07:00'), endTime: at('08:30') }));
  });
});

describe('412 and 428', () => {
  it('404 before them, for a session, another member’s log and an unknown one', async () => {
    const session = must(201, await member.start(at('10:00'))).body.data;
    const colleague = await school.newMember();
    for (const [id, { userId }] of [
      [session.id, member],
      [log.body.data.id, colleague],
      [randomUUID(), member],
    ] as const) {
      for (const request of [{}, { ifMatch: '"x"' }, { ifMatch: '*' }]) {
        const answer = await school.client.patch(`/time-tracking/logs/${id}`, { userId, note: 'x' }, request);
        expect(refusal(answer)).toBe('404 resource_not_found');
      }
    }
  });
});

describe('422', () => {
  it.each([
    ['an end before the start', { endTime: at('07:00') }, '/endTime', 'invalid_value'],
    ['an end before the pause’s', { endTime: at('08:15') }, '/endTime', 'invalid_value'],
    ['a start behind the pause’s', { startTime: at('08:15') }, '/startTime', 'invalid_value'],
    [
      'a pause beyond the log',
      { pauses: [{ startTime: at('08:30'), endTime: at('09:30') }] },
      '/pauses/0/endTime',
      'invalid_value',
    ],
  ])('%s', async (_, change, pointer, code) => {
    const answer = await patch(change);
    expect([refusal(answer), answer.body.errors]).toEqual([
      '422 validation_failed',
      [expect.objectContaining({ pointer, code })],
    ]);
    expect((await read()).body.data).toEqual(log.body.data);
  });

  it('rules on the whole log are checked after 404, 428 and 412, and before 409', async () => {
    const broken = { startTime: at('12:00') };
    expect(refusal(await patch(broken, '"x"'))).toBe('412 precondition_failed');
    expect((await school.client.patch(path(), { userId: member.userId, ...broken })).status).toBe(428);
    must(201, await member.log(at('09:00'), at('10:00')));
    expect(
      refusal(await patch({ endTime: at('09:30'), pauses: [{ startTime: at('07:00'), endTime: at('07:30') }] })),
    ).toBe('422 validation_failed');
  });
});

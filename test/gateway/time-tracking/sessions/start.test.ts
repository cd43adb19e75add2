import { beforeEach, describe, expect, it } from 'vitest';
import { extensionsOf, refusal } from '../../../support/test-messages.ts';
import { TestSystem } from '../../../support/test-system.ts';
import { recordFields } from '../../../support/test-time-tracking.ts';
import { type Member, must } from '../../../time-tracking/member.ts';
import { schoolIn } from '../../../time-tracking/school-in.ts';

let member: Member;

/** The clock stands at 2026-10-05T08:00:00.000Z (decisions 10.2 to 10.6). */
const system = await TestSystem.start();
const school = await schoolIn(system, null);
beforeEach(async () => {
  member = await school.newMember();
});

describe('POST /time-tracking/sessions/start', () => {
  it('201: the session, now, with all fields and an ETag', async () => {
    const { headers, body } = must(201, await member.start());
    expect(Object.keys(body.data)).toEqual(recordFields);
    const now = body.meta.timestamp;
    expect(body.data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      userId: member.userId,
      startTime: now,
      endTime: null,
      status: 'open',
      pauses: [],
      timestamps: [],
      source: 'session',
      note: null,
      autoClosed: false,
      correctedAt: null,
      durationMinutes: null,
      pauseMinutes: null,
      workedMinutes: null,
      createdAt: now,
      updatedAt: now,
    });
    expect(headers.get('etag')).toMatch(/^"[\w.-]+"$/);
  });

  it('201: at any offset, cut to the millisecond', async () => {
    for (const [at, startTime] of [
      ['2026-10-05T10:00:00.1239+02:00', '2026-10-05T08:00:00.123Z'],
      ['2026-10-04t23:59:59.9999z', '2026-10-04T23:59:59.999Z'],
      ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ]) {
      const answer = must(201, await (await school.newMember()).start(at));
      expect(answer.body.data.startTime).toBe(startTime);
    }
  });

  it('201: with the earliest session that it has closed inside data, as the log that it is now', async () => {
    const first = must(201, await member.start('2026-10-02T08:00:00Z')).body.data;
    must(200, await member.pause('2026-10-02T09:00:00Z'));
    const { data } = must(201, await member.start('2026-10-05T08:00:00Z')).body;
    expect(Object.keys(data)).toEqual([...recordFields, 'closedActiveSession']);
    const log = await school.client.get(`/time-tracking/logs/${first.id}`, { query: { userId: member.userId } });
    expect(data.closedActiveSession).toEqual(log.body.data);
    expect(data.closedActiveSession).toMatchObject({
      endTime: '2026-10-02T23:59:59.999Z',
      status: 'closed',
      autoClosed: true,
      pauses: [{ startTime: '2026-10-02T09:00:00.000Z', endTime: '2026-10-02T23:59:59.999Z' }],
      workedMinutes: 60,
    });
  });

  it('409: activeSession, and nothing is written', async () => {
    const { id, startTime } = must(201, await member.start()).body.data;
    const before = await member.state();
    const answer = await member.start();
    expect([refusal(answer), extensionsOf(answer)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
    expect(await member.state()).toEqual(before);
  });

  it('409: conflictingLog, the earliest of them, and nothing is closed', async () => {
    must(201, await member.start('2026-10-02T08:00:00Z'));
    const log = must(201, await member.log('2026-10-01T08:00:00Z', '2026-10-01T09:00:00Z')).body.data;
    const before = await member.state();
    const answer = await member.start('2026-10-01T08:30:00Z');
    expect(answer.status).toBe(409);
    expect(await member.state()).toEqual(before);
    must(200, await member.stop('2026-10-02T09:00:00Z'));
    const { id, startTime, endTime } = log;
    const second = await member.start('2026-10-01T08:30:00Z');
    expect([refusal(second), extensionsOf(second)]).toEqual([
      '409 conflict',
      { conflictingLog: { id, startTime, endTime } },
    ]);
  });
});

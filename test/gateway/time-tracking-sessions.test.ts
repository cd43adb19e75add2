import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { refusal, type TestAnswer } from '../support/test-messages.ts';
import { TestSystem } from '../support/test-system.ts';
import { recordFields } from '../support/test-time-tracking.ts';
import { type Member, must } from '../time-tracking/member.ts';
import { type School, schoolIn } from '../time-tracking/school-in.ts';

/**
 * The shapes and statuses of start, pause, resume, stop and active (decisions 10.2 to 10.6); the clock stands at
 * 2026-10-05T08:00:00.000Z.
 */
let system: TestSystem;
let school: School;
let member: Member;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await schoolIn(system, null);
});
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const extensions = ({ body }: TestAnswer) => {
  const { type, code, title, status, detail, instance, errors, ...more } = body;
  return more;
};
const active = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get('/time-tracking/sessions/active', { query: { userId: member.userId, ...query }, headers });

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
    expect([refusal(answer), extensions(answer)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
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
    expect([refusal(second), extensions(second)]).toEqual([
      '409 conflict',
      { conflictingLog: { id, startTime, endTime } },
    ]);
  });
});

describe('POST /time-tracking/sessions/pause and resume', () => {
  it('200: the updated session; active shows the same, with the same ETag', async () => {
    must(201, await member.start('2026-10-05T08:00:00Z'));
    const paused = must(200, await member.pause('2026-10-05T09:00:00Z'));
    expect(paused.body.data).toMatchObject({
      status: 'paused',
      pauses: [{ startTime: '2026-10-05T09:00:00.000Z', endTime: null }],
      pauseMinutes: null,
    });
    const resumed = must(200, await member.resume('2026-10-05T09:30:00Z'));
    expect(Object.keys(resumed.body.data)).toEqual(recordFields);
    expect(resumed.body.data).toMatchObject({
      status: 'open',
      pauses: [{ startTime: '2026-10-05T09:00:00.000Z', endTime: '2026-10-05T09:30:00.000Z' }],
    });
    const shown = await active();
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([resumed.body.data, resumed.headers.get('etag')]);
    expect(shown.headers.get('etag')).not.toBe(paused.headers.get('etag'));
  });

  it('409 with activeSession: a pause while paused, a resume while not', async () => {
    const { id, startTime } = must(201, await member.start('2026-10-05T08:00:00Z')).body.data;
    const early = await member.resume('2026-10-05T09:00:00Z');
    expect([refusal(early), extensions(early)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
    must(200, await member.pause('2026-10-05T09:00:00Z'));
    const again = await member.pause('2026-10-05T09:30:00Z');
    expect([refusal(again), extensions(again)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
  });
});

describe('POST /time-tracking/sessions/stop', () => {
  it('200: the log, with the id of the session; it is read with the same ETag', async () => {
    const { id } = must(201, await member.start('2026-10-05T08:00:00Z')).body.data;
    must(200, await member.pause('2026-10-05T09:00:30Z'));
    const { headers, body } = must(200, await member.stop('2026-10-05T09:10:59.999Z'));
    expect(Object.keys(body.data)).toEqual(recordFields);
    expect(body.data).toMatchObject({
      id,
      status: 'closed',
      source: 'session',
      autoClosed: false,
      durationMinutes: 70,
      pauseMinutes: 10,
      workedMinutes: 60,
      pauses: [{ startTime: '2026-10-05T09:00:30.000Z', endTime: '2026-10-05T09:10:59.999Z' }],
    });
    const log = await school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId } });
    expect([log.body.data, log.headers.get('etag')]).toEqual([body.data, headers.get('etag')]);
    expect((await active()).text).toBe('{"data":null}');
  });

  it('200: on a later day the log closed at the end of the start day, at any time', async () => {
    must(201, await member.start('2026-10-02T08:00:00Z'));
    const { data } = must(200, await member.stop('2026-10-05T08:00:00Z')).body;
    expect(data).toMatchObject({ endTime: '2026-10-02T23:59:59.999Z', autoClosed: true, status: 'closed' });
  });

  it('422: at its very start, and the session stays open', async () => {
    const session = must(201, await member.start('2026-10-05T08:00:00Z')).body.data;
    expect(refusal(await member.stop('2026-10-05T08:00:00Z'))).toBe('422 validation_failed');
    expect(await member.active()).toEqual(session);
  });
});

describe.each(['pause', 'resume', 'stop', 'timestamp'] as const)('%s', (punch) => {
  it('409 without an open session, and no extension members', async () => {
    const answer = await member[punch]();
    expect([refusal(answer), extensions(answer)]).toEqual(['409 conflict', {}]);
  });

  it('422 before the last event of the session', async () => {
    must(201, await member.start('2026-10-05T08:00:00Z'));
    const answer = await member[punch]('2026-10-05T07:59:59.999Z');
    expect([refusal(answer), answer.body.errors[0].pointer]).toEqual(['422 validation_failed', '/at']);
  });
});

describe.each(['pause', 'resume', 'timestamp'] as const)('%s', (punch) => {
  it('409 on a later day, with closedActiveSession: the log as later reads return it', async () => {
    const { id } = must(201, await member.start('2026-10-02T08:00:00Z')).body.data;
    if (punch === 'resume') must(200, await member.pause('2026-10-02T09:00:00Z'));
    const answer = await member[punch]('2026-10-05T08:00:00Z');
    const log = await school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId } });
    expect([refusal(answer), extensions(answer)]).toEqual(['409 conflict', { closedActiveSession: log.body.data }]);
    expect(log.body.data.autoClosed).toBe(true);
    expect(await member.active()).toBeNull();
  });
});

describe.each(['start', 'pause', 'resume', 'stop', 'timestamp'] as const)('%s', (punch) => {
  it('422: at that is not a date-time with an offset', async () => {
    for (const at of ['2026-10-05', '2026-10-05T08:00:00', '2026-02-30T08:00:00Z', '2026-10-05T24:00:00Z', '', 'now']) {
      const answer = await member[punch](at);
      expect([at, refusal(answer), answer.body.errors[0]]).toEqual([
        at,
        '422 validation_failed',
        { field: 'at', pointer: '/at', code: 'invalid_string', message: expect.stringMatching(/T08:00:00\+02:00$/) },
      ]);
    }
    const wrong = await member[punch](null as never);
    expect([refusal(wrong), wrong.body.errors[0].code]).toEqual(['422 validation_failed', 'invalid_type']);
  });

  it('422: an unknown property', async () => {
    const path = punch === 'timestamp' ? '/timestamps' : `/sessions/${punch}`;
    const answer = await member.post(path, { label: 'x', note: 'x', startTime: '2026-10-05T08:00:00Z' });
    expect(answer.body.errors.map(({ field }: { field: string }) => field)).toContain('note');
  });
});

describe('GET /time-tracking/sessions/active', () => {
  it('200: exactly { "data": null } when the member is not clocked in, with any fields', async () => {
    for (const query of [{}, { fields: 'id' }]) {
      const { status, text, headers } = await active(query);
      expect([status, text]).toEqual([200, '{"data":null}']);
      expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    }
  });

  it('200: only the fields that are named; 400 for unknown ones', async () => {
    const { id } = must(201, await member.start()).body.data;
    expect((await active({ fields: 'status,id' })).body.data).toEqual({ id, status: 'open' });
    expect(refusal(await active({ fields: 'closedActiveSession' }))).toBe('400 bad_request');
  });

  it('304 while it is the same, for nothing too', async () => {
    const nothing = (await active()).headers.get('etag') ?? '';
    expect((await active({}, { 'if-none-match': nothing })).status).toBe(304);
    const { headers } = must(201, await member.start());
    expect((await active({}, { 'if-none-match': nothing })).status).toBe(200);
    const etag = headers.get('etag') ?? '';
    expect((await active({}, { 'if-none-match': etag })).status).toBe(304);
    must(200, await member.pause());
    expect((await active({}, { 'if-none-match': etag })).status).toBe(200);
  });

  it('closes nothing, however late it is', async () => {
    const session = must(201, await member.start('2026-09-01T08:00:00Z')).body.data;
    expect((await active()).body.data).toEqual(session);
    expect(await member.logs()).toEqual([]);
    expect((await active()).body.data).toEqual(session);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { describePunch } from '../../../support/describe-punch.ts';
import { refusal } from '../../../support/test-messages.ts';
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
const active = (query: Record<string, string> = {}, headers: Record<string, string> = {}) =>
  school.client.get('/time-tracking/sessions/active', { query: { userId: member.userId, ...query }, headers });

describePunch('/time-tracking/sessions/stop', 'stop', () => ({ school, member }));

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

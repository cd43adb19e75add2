import { beforeEach, describe, expect, it } from 'vitest';
import { describePunch } from '../../../support/describe-punch.ts';
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

describePunch('/time-tracking/sessions/pause', 'pause', () => ({ school, member }));

describe('POST /time-tracking/sessions/pause', () => {
  it('200: the updated session; active shows the same, with the same ETag', async () => {
    const started = must(201, await member.start('2026-10-05T08:00:00Z'));
    const paused = must(200, await member.pause('2026-10-05T09:00:00Z'));
    expect(Object.keys(paused.body.data)).toEqual(recordFields);
    expect(paused.body.data).toMatchObject({
      status: 'paused',
      pauses: [{ startTime: '2026-10-05T09:00:00.000Z', endTime: null }],
      pauseMinutes: null,
    });
    const shown = await school.client.get('/time-tracking/sessions/active', { query: { userId: member.userId } });
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([paused.body.data, paused.headers.get('etag')]);
    expect(shown.headers.get('etag')).not.toBe(started.headers.get('etag'));
  });

  it('409: with activeSession while it is paused', async () => {
    const { id, startTime } = must(201, await member.start('2026-10-05T08:00:00Z')).body.data;
    must(200, await member.pause('2026-10-05T09:00:00Z'));
    const again = await member.pause('2026-10-05T09:30:00Z');
    expect([refusal(again), extensionsOf(again)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
  });
});

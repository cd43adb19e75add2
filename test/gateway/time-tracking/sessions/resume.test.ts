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

describePunch('/time-tracking/sessions/resume', 'resume', () => ({ school, member }));

describe('POST /time-tracking/sessions/resume', () => {
  it('200: the updated session; active shows the same, with the same ETag', async () => {
    must(201, await member.start('2026-10-05T08:00:00Z'));
    const paused = must(200, await member.pause('2026-10-05T09:00:00Z'));
    const resumed = must(200, await member.resume('2026-10-05T09:30:00Z'));
    expect(Object.keys(resumed.body.data)).toEqual(recordFields);
    expect(resumed.body.data).toMatchObject({
      status: 'open',
      pauses: [{ startTime: '2026-10-05T09:00:00.000Z', endTime: '2026-10-05T09:30:00.000Z' }],
    });
    const shown = await school.client.get('/time-tracking/sessions/active', { query: { userId: member.userId } });
    expect([shown.body.data, shown.headers.get('etag')]).toEqual([resumed.body.data, resumed.headers.get('etag')]);
    expect(shown.headers.get('etag')).not.toBe(paused.headers.get('etag'));
  });

  it('409: with activeSession while it is not paused', async () => {
    const { id, startTime } = must(201, await member.start('2026-10-05T08:00:00Z')).body.data;
    const early = await member.resume('2026-10-05T09:00:00Z');
    expect([refusal(early), extensionsOf(early)]).toEqual(['409 conflict', { activeSession: { id, startTime } }]);
  });
});

import { describe, expect, it } from 'vitest';
import { type Member, must } from '../time-tracking/member.ts';
import type { School } from '../time-tracking/school-in.ts';
import { extensionsOf, refusal } from './test-messages.ts';

export interface PunchUnderTest {
  readonly school: School;
  readonly member: Member;
}

/** Tests common to punches that need a session (decisions 10.2 to 10.6), beyond those of every operation. */
export function describePunch(
  path: string,
  punch: 'pause' | 'resume' | 'stop' | 'timestamp',
  subject: () => PunchUnderTest,
): void {
  describe(`POST ${path}`, () => {
    it('409: without an open session, and no extension members', async () => {
      const answer = await subject().member[punch]();
      expect([refusal(answer), extensionsOf(answer)]).toEqual(['409 conflict', {}]);
    });

    it('422: before the last event of the session', async () => {
      must(201, await subject().member.start('2026-10-05T08:00:00Z'));
      const answer = await subject().member[punch]('2026-10-05T07:59:59.999Z');
      expect([refusal(answer), answer.body.errors[0].pointer]).toEqual(['422 validation_failed', '/at']);
    });

    if (punch === 'stop') return;

    it('409: on a later day, with closedActiveSession: the log as later reads return it', async () => {
      const { school, member } = subject();
      const { id } = must(201, await member.start('2026-10-02T08:00:00Z')).body.data;
      if (punch === 'resume') must(200, await member.pause('2026-10-02T09:00:00Z'));
      const answer = await member[punch]('2026-10-05T08:00:00Z');
      const log = await school.client.get(`/time-tracking/logs/${id}`, { query: { userId: member.userId } });
      expect([refusal(answer), extensionsOf(answer)]).toEqual(['409 conflict', { closedActiveSession: log.body.data }]);
      expect(log.body.data.autoClosed).toBe(true);
      expect(await member.active()).toBeNull();
    });
  });
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../platform/core/instant.ts';
import { TestSystem } from '../support/test-system.ts';
import { type Member, must } from './member.ts';
import { type School, schoolIn } from './school-in.ts';

let system: TestSystem;
let school: School;
let member: Member;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await schoolIn(system, 'Europe/Berlin');
});
afterAll(() => system?.stop());
beforeEach(async () => {
  member = await school.newMember();
});

describe('a day that is sent again', () => {
  const day = ({ code }: Member) =>
    (['start', 'pause', 'resume', 'stop'] as const).map((kind, index) => ({
      path: `/time-tracking/sessions/${kind}`,
      body: { code, at: `2026-10-05T${10 + index}:00:00+02:00` },
      key: `${kind} of ${code}`,
    }));

  it('is replayed for 24 hours, refused after that, and changes nothing', async () => {
    const punches = day(member);
    const send = async () => {
      const statuses: (number | string)[] = [];
      for (const { path, body, key } of punches) {
        const answer = await school.client.post(path, body, { key });
        statuses.push(answer.headers.get('idempotency-replayed') === 'true' ? 'replayed' : answer.status);
      }
      return statuses;
    };
    expect(await send()).toEqual([201, 200, 200, 200]);
    const state = await member.state();
    expect(await send()).toEqual(Array(4).fill('replayed'));
    system.clock.advance(DAY_MS + 1);
    expect(await send()).toEqual(Array(4).fill(409));
    expect(await member.state()).toEqual(state);
  });

  it('as logs is named as the conflicting logs once its key has expired', async () => {
    const items = [{ code: member.code, startTime: '2026-10-05T08:00:00.000Z', endTime: '2026-10-05T09:00:00.000Z' }];
    const send = () => school.client.post('/time-tracking/logs/bulk', { items }, { key: `day of ${member.code}` });
    must(200, await send());
    system.clock.advance(DAY_MS + 1);
    const { code: _, ...times } = items[0] ?? {};
    expect(must(200, await send()).body.data).toMatchObject({ created: [], failed: [{ conflictingLog: times }] });
    expect(await member.logs()).toHaveLength(1);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { type Member, must } from '../../time-tracking/member.ts';
import { type School, schoolIn } from '../../time-tracking/school-in.ts';

let school: School;
let member: Member;

/**
 * Concurrent requests on one member: no two records overlap, and every response is a documented one (decisions 10.10).
 */
const system = await TestSystem.start();
// Each test has its own school, and so its own rate limit.
beforeEach(async () => {
  school = await schoolIn(system, null);
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}:00.000Z`;
const times = <T>(count: number, one: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => one(index)));
const withStatus = (answers: readonly TestAnswer[], status: number) => answers.filter((each) => each.status === status);

interface Interval {
  readonly startTime: string;
  readonly endTime: string | null;
}

/** All records of the member; no two overlap. */
async function recordsOf(who: Member): Promise<Interval[]> {
  const { logs, active } = await who.state();
  const records: Interval[] = [...logs, ...(active ? [active] : [])];
  records.sort((a, b) => (a.startTime < b.startTime ? -1 : 1));
  for (const [index, { startTime }] of records.slice(1).entries()) {
    const before = records[index]?.endTime ?? null;
    expect(before !== null && before <= startTime).toBe(true);
  }
  return records;
}

describe('50 at once', () => {
  it('starts: one session, 49 times 409 with it as activeSession', async () => {
    const answers = await times(50, () => member.start());
    const [won, ...others] = withStatus(answers, 201);
    expect(others).toEqual([]);
    const { id, startTime } = must(201, won as TestAnswer).body.data;
    const lost = withStatus(answers, 409);
    expect(lost).toHaveLength(49);
    for (const { body } of lost) expect(body.activeSession).toEqual({ id, startTime });
    expect(await recordsOf(member)).toHaveLength(1);
  });

  it('starts, by all three identifiers and at different times', async () => {
    const names = [{ userId: member.userId }, { email: member.email }, { code: member.code }];
    const answers = await times(51, (index) =>
      member.client.post('/time-tracking/sessions/start', {
        ...names[index % 3],
        at: at(`08:${String(index).padStart(2, '0')}`),
      }),
    );
    expect(withStatus(answers, 201)).toHaveLength(1);
    expect(withStatus(answers, 409)).toHaveLength(50);
    expect(await recordsOf(member)).toHaveLength(1);
  });

  it('logs that overlap: one of them, 49 times 409 with it as conflictingLog', async () => {
    const answers = await times(50, (index) => member.log(at(`08:${String(index).padStart(2, '0')}`), at('09:00')));
    const [won, ...others] = withStatus(answers, 201);
    expect(others).toEqual([]);
    const { id, startTime, endTime } = must(201, won as TestAnswer).body.data;
    const lost = withStatus(answers, 409);
    expect(lost).toHaveLength(49);
    for (const { body } of lost) expect(body.conflictingLog).toEqual({ id, startTime, endTime });
    expect(await recordsOf(member)).toHaveLength(1);
  });

  it.each(['pause', 'resume', 'stop'] as const)('%s: one of them', async (punch) => {
    must(201, await member.start(at('08:00')));
    if (punch === 'resume') must(200, await member.pause(at('08:10')));
    const answers = await times(50, () => member[punch](at('09:00')));
    expect(withStatus(answers, 200)).toHaveLength(1);
    expect(withStatus(answers, 409)).toHaveLength(49);
  });

  it('stops on a later day: one log that the day has closed', async () => {
    must(201, await member.start('2026-10-02T08:00:00Z'));
    const answers = await times(50, () => member.stop(at('09:00')));
    expect(withStatus(answers, 200)).toHaveLength(1);
    expect(withStatus(answers, 409)).toHaveLength(49);
    expect(await recordsOf(member)).toMatchObject([{ endTime: '2026-10-02T23:59:59.999Z', autoClosed: true }]);
  });
});

describe('one against another', () => {
  it('PATCH against create', async () => {
    const rounds = await times(25, async (round) => {
      const one = await school.newMember();
      const { id } = must(201, await one.log(at('08:00'), at('09:00'))).body.data;
      const requests = [() => one.change(id, { endTime: at('10:00') }), () => one.log(at('09:30'), at('10:30'))];
      const ordered = round % 2 === 0 ? requests : requests.toReversed();
      const answers = await Promise.all(ordered.map((send) => send()));
      expect(withStatus(answers, 409)).toHaveLength(1);
      expect(withStatus(answers, 409)[0]?.body.conflictingLog).toBeDefined();
      return recordsOf(one);
    });
    for (const records of rounds) expect([1, 2]).toContain(records.length);
  });

  it('bulk against start', async () => {
    const items = Array.from({ length: 10 }, (_, index) => ({
      startTime: at(`0${index}:00`),
      endTime: at(`0${index}:30`),
    }));
    await times(25, async (round) => {
      const one = await school.newMember();
      const requests = [() => one.bulk(items), () => one.start(at('04:15'))];
      const ordered = round % 2 === 0 ? requests : requests.toReversed();
      const answers = await Promise.all(ordered.map((send) => send()));
      const [bulk, start] = round % 2 === 0 ? answers : answers.toReversed();
      const { created, failed } = must(200, bulk as TestAnswer).body.data;
      const startWon = start?.status === 201;
      expect([start?.status, created.length, failed.length]).toEqual(startWon ? [201, 4, 6] : [409, 10, 0]);
      if (startWon) for (const { conflictingLog } of failed) expect(conflictingLog.endTime).toBeNull();
      expect(await recordsOf(one)).toHaveLength(startWon ? 5 : 10);
    });
  });

  it('bulks of the same day: each interval once', async () => {
    const items = Array.from({ length: 50 }, (_, index) => ({
      startTime: at(`08:${String(index).padStart(2, '0')}`),
      endTime: at(`08:${String(index + 1).padStart(2, '0')}`),
    }));
    const answers = await times(10, (index) => member.bulk(index % 2 === 0 ? items : items.toReversed()));
    const created = answers.flatMap((answer) => must(200, answer).body.data.created);
    expect(created).toHaveLength(50);
    expect(await recordsOf(member)).toHaveLength(50);
  });

  it('bulks of the same members in another order each do not stand in each other’s way', async () => {
    const others = await times(5, () => school.newMember());
    const items = others.map(({ userId }) => ({ userId, startTime: at('08:00'), endTime: at('09:00') }));
    const answers = await times(20, (index) => {
      const shifted = [...items.slice(index % 5), ...items.slice(0, index % 5)];
      return school.client.post('/time-tracking/logs/bulk', {
        items: index % 2 === 0 ? shifted : shifted.toReversed(),
      });
    });
    expect(answers.flatMap((answer) => must(200, answer).body.data.created)).toHaveLength(5);
  });

  it('everything against everything', async () => {
    const log = must(201, await member.log(at('06:00'), at('06:30'))).body.data;
    const answers = await times(60, (index) => {
      const minute = String(index % 60).padStart(2, '0');
      const requests = [
        () => member.start(at(`08:${minute}`)),
        () => member.stop(at(`09:${minute}`)),
        () => member.log(at(`08:${minute}`), at('09:59')),
        () => member.change(log.id, { endTime: at(`08:${minute}`) }),
        () =>
          member.bulk([
            { startTime: at('07:00'), endTime: at(`08:${minute}`) },
            { startTime: at('10:00'), endTime: at('11:00') },
          ]),
        () => member.pause(at(`08:${minute}`)),
      ];
      return (requests[index % requests.length] as () => Promise<TestAnswer>)();
    });
    for (const { status } of answers) expect([200, 201, 409, 422]).toContain(status);
    await recordsOf(member);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestSystem } from '../support/test-system.ts';
import type { Member } from './member.ts';
import { must } from './member.ts';
import { type School, schoolIn } from './school-in.ts';

/** Faults that time tracking is known for, each by its name: punches that come late, early or twice. */
let system: TestSystem;
let berlin: School;
let member: Member;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  berlin = await schoolIn(system, 'Europe/Berlin');
});
afterAll(() => system.stop());

const PUNCHES = ['pause', 'resume', 'timestamp'] as const;
const START = '2026-10-05T08:00:00+02:00';
const DAY_END = '2026-10-05T21:59:59.999Z';

/** A member whose session began at {@link START}. */
async function working(): Promise<string> {
  member = await berlin.newMember();
  return must(201, await member.start(START)).body.data.id;
}

describe('on a later day', () => {
  it('stop answers 200 with the log that the day’s end has closed, and a replay with it again', async () => {
    const id = await working();
    const key = randomUUID();
    const stopped = must(200, await member.stop('2026-10-06T08:00:00+02:00', { key }));
    expect(stopped.body.data).toMatchObject({ id, status: 'closed', endTime: DAY_END, autoClosed: true });
    expect((await member.stop('2026-10-06T08:00:00+02:00', { key })).text).toBe(stopped.text);
    expect(await member.state()).toEqual({ logs: [stopped.body.data], active: null });
  });

  it.each(PUNCHES)('%s is refused with the log, which stays closed, and the key is free', async (punch) => {
    const id = await working();
    const key = randomUUID();
    const { code, closedActiveSession } = must(409, await member[punch]('2026-10-06T08:00:00+02:00', { key })).body;
    expect([code, closedActiveSession]).toMatchObject(['conflict', { id, endTime: DAY_END, autoClosed: true }]);
    expect(await member.state()).toEqual({ logs: [closedActiveSession], active: null });

    const again = must(409, await member[punch]('2026-10-06T08:00:00+02:00', { key })).body;
    expect(again).not.toHaveProperty('closedActiveSession');
    must(201, await member.start('2026-10-06T08:00:00+02:00', { key }));
  });

  it('a pause of a session on a pause closes too', async () => {
    const id = await working();
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    expect(must(409, await member.pause('2026-10-06T09:00:00+02:00')).body.closedActiveSession.id).toBe(id);
  });

  it('a timestamp with nothing to say closes nothing', async () => {
    const id = await working();
    must(422, await member.post('/timestamps', { at: '2026-10-06T08:00:00+02:00' }));
    expect(await member.active()).toMatchObject({ id, status: 'open' });
  });
});

describe('on an earlier day', () => {
  it('start is refused with the session that is open', async () => {
    const id = await working();
    const { activeSession } = must(409, await member.start('2026-10-01T08:00:00+02:00')).body;
    expect(activeSession).toEqual({ id, startTime: '2026-10-05T06:00:00.000Z' });
  });

  it.each([...PUNCHES, 'stop'] as const)(
    '%s is earlier than the session’s last event: 422, and nothing changes',
    async (punch) => {
      await working();
      if (punch === 'resume') must(200, await member.pause('2026-10-05T09:00:00+02:00'));
      const before = await member.state();
      expect(must(422, await member[punch]('2026-10-04T08:00:00+02:00')).body.errors).toMatchObject([
        { pointer: '/at' },
      ]);
      expect(await member.state()).toEqual(before);
    },
  );

  it('start with the session closed before stands for itself', async () => {
    await working();
    must(200, await member.stop('2026-10-05T16:00:00+02:00'));
    const { conflictingLog } = must(409, await member.start('2026-10-05T15:59:59.999+02:00')).body;
    expect(conflictingLog).toMatchObject({ endTime: '2026-10-05T14:00:00.000Z' });
    must(409, await member.start('2026-10-01T08:00:00+02:00'));
    must(201, await member.start('2026-10-05T16:00:00+02:00'));
  });
});

describe('the order of events', () => {
  it.each([...PUNCHES, 'stop'] as const)('%s at the very time of the last event is not earlier', async (punch) => {
    await working();
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    if (punch === 'pause') must(200, await member.resume('2026-10-05T09:30:00+02:00'));
    const at = punch === 'pause' ? '2026-10-05T09:30:00+02:00' : '2026-10-05T09:00:00+02:00';
    expect((await member[punch](at)).status).toBe(punch === 'timestamp' ? 201 : 200);
  });

  it('a pause that is already over when it began leaves none behind (reading: no pause is empty, and not earlier is allowed)', async () => {
    await working();
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    must(200, await member.resume('2026-10-05T09:00:00+02:00'));
    expect(await member.active()).toMatchObject({ status: 'open', pauses: [] });
    must(422, await member.stop('2026-10-05T08:59:59.999+02:00'));
    expect(must(200, await member.stop('2026-10-05T10:00:00+02:00')).body.data).toMatchObject({ pauses: [] });
  });

  it('the end of a pause is an event as its begin is', async () => {
    await working();
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    must(200, await member.resume('2026-10-05T10:00:00+02:00'));
    for (const punch of ['pause', 'timestamp', 'stop'] as const) {
      must(422, await member[punch]('2026-10-05T09:59:59.999+02:00'));
    }
    must(200, await member.stop('2026-10-05T10:00:00+02:00'));
  });

  it('a timestamp is no event that others have to follow', async () => {
    await working();
    must(201, await member.timestamp('2026-10-05T12:00:00+02:00'));
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    must(201, await member.timestamp('2026-10-05T09:30:00+02:00'));
    const { data } = must(200, await member.stop('2026-10-05T13:00:00+02:00')).body;
    expect(data.timestamps.map(({ time }: { time: string }) => time)).toEqual([
      '2026-10-05T07:30:00.000Z',
      '2026-10-05T10:00:00.000Z',
    ]);
  });

  it('a second pause that is too early is 422 before it is 409', async () => {
    await working();
    must(200, await member.pause('2026-10-05T09:00:00+02:00'));
    must(422, await member.pause('2026-10-05T08:30:00+02:00'));
    must(409, await member.pause('2026-10-05T09:30:00+02:00'));
  });

  it('a stop at the very start is 422, on a pause too, and the session stays', async () => {
    const id = await working();
    must(200, await member.pause(START));
    must(422, await member.stop(START));
    expect(await member.state()).toMatchObject({ logs: [], active: { id, status: 'paused' } });
  });
});

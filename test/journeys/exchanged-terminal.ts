import { expect, it } from 'vitest';
import type { TestAnswer } from '../support/test-messages.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';

const DAY = '2026-09-14';
const at = (time: string) => `${DAY}T${time}:00+02:00`;
const PUNCHES = [
  ['start', '08:00'],
  ['pause', '12:00'],
  ['resume', '12:30'],
  ['stop', '16:30'],
] as const;

/** A terminal breaks amid a day, and its successor sends again what the card of the first one has stored. */
export function exchangedTerminal(campus: () => Campus): void {
  it('punches that both devices send, each under keys of its own, have one effect', async () => {
    const member = await Member.create(campus().client, 'NH-7411');
    const send = (device: string, [step, time]: (typeof PUNCHES)[number]) =>
      member[step](at(time), { key: `${device}-${step}` });
    for (const punch of PUNCHES.slice(0, 3)) expect([200, 201]).toContain((await send('first', punch)).status);
    const answers: TestAnswer[] = [];
    for (const punch of PUNCHES) answers.push(await send('second', punch));
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 409, 200]);
    // The first device comes back from repair, and sends everything once more.
    for (const punch of PUNCHES) await send('first', punch);
    expect(await member.logs()).toMatchObject([{ workedMinutes: 480, pauseMinutes: 30 }]);
    expect(await member.active()).toBeNull();
  });

  it('logs that both devices send, in other bundles, are there once', async () => {
    const member = await Member.create(campus().client, 'NH-7412');
    const log = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });
    const [morning, noon, evening] = [log('06:00', '09:00'), log('10:00', '13:00'), log('14:00', '18:00')];
    const first = must(200, await member.bulk([morning, noon])).body.data;
    const second = must(200, await member.bulk([noon, evening, morning])).body.data;
    expect([first.created.length, second.created.map(({ index }: { index: number }) => index)]).toEqual([2, [1]]);
    expect(second.failed.map(({ status }: { status: number }) => status)).toEqual([409, 409]);
    const query = { userId: member.userId, from: DAY, to: '2026-09-15' };
    const totals = must(200, await campus().client.get('/time-tracking/totals', { query })).body.data;
    expect(totals).toMatchObject({ workedMinutes: 600, logs: 3 });
  });
}

import { expect, it } from 'vitest';
import { Member, must } from '../time-tracking/member.ts';
import type { Campus } from './campus.ts';

/**
 * A month of a payroll: a day at the terminal, an evening that was forgotten, an offline day, a bulk, and corrections.
 */
export function payrollMonth(campus: () => Campus): void {
  let member: Member;
  const of = (day: string, from: string, to: string) => ({
    startTime: `2026-09-${day}T${from}:00+02:00`,
    endTime: `2026-09-${day}T${to}:00+02:00`,
  });

  it('a day at the terminal becomes a log with its pause', async () => {
    member = await Member.create(campus().client, 'NH-7002');
    must(201, await member.start('2026-09-01T08:00:00+02:00'));
    must(200, await member.pause('2026-09-01T12:00:00+02:00'));
    must(200, await member.resume('2026-09-01T12:30:00+02:00'));
    must(200, await member.stop('2026-09-01T16:30:00+02:00'));
    expect(await member.logs()).toMatchObject([{ startTime: '2026-09-01T06:00:00.000Z', workedMinutes: 480 }]);
    expect(await member.active()).toBeNull();
  });

  it('an evening without a punch ends with its day, in the zone of the institution', async () => {
    must(201, await member.start('2026-09-02T14:00:00+02:00'));
    const { data } = must(201, await member.start('2026-09-03T08:00:00+02:00')).body;
    expect(data.closedActiveSession).toMatchObject({ endTime: '2026-09-02T21:59:59.999Z', autoClosed: true });
    must(200, await member.stop('2026-09-03T12:00:00+02:00'));
  });

  it('an offline day is sent once or twice, and changes things once', async () => {
    const items = [{ code: 'nh-7002', ...of('04', '08:00', '16:00') }];
    const send = () => campus().client.post('/time-tracking/logs/bulk', { items }, { key: 'terminal-1-2026-09-04' });
    const [first, second] = [must(200, await send()), must(200, await send())];
    expect(second.text).toBe(first.text);
    expect(await member.logs()).toHaveLength(4);
  });

  it('a bulk creates the valid items and reports the others', async () => {
    const { data } = must(
      200,
      await member.bulk([of('07', '08:00', '12:00'), of('04', '09:00', '10:00'), of('08', '08:00', '12:00')]),
    ).body;
    expect(data.created.map(({ index }: { index: number }) => index)).toEqual([0, 2]);
    expect(data.failed).toMatchObject([{ index: 1, status: 409 }]);
  });

  it('a correction takes effect, an overlapping one is rejected, and the month adds up', async () => {
    const logs = await member.logs();
    const evening = logs.find(({ startTime }: { startTime: string }) => startTime === '2026-09-02T12:00:00.000Z');
    must(200, await member.change(evening.id, { endTime: '2026-09-02T18:00:00+02:00' }));
    must(409, await member.change(evening.id, { endTime: '2026-09-03T09:00:00+02:00' }));
    const minutes = (await member.logs()).map(({ workedMinutes }: { workedMinutes: number }) => workedMinutes);
    expect(minutes.sort((a: number, b: number) => a - b)).toEqual([240, 240, 240, 240, 480, 480]);
  });
}

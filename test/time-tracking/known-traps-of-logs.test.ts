import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { TestSystem } from '../support/test-system.ts';
import { Member, must } from './member.ts';
import { type School, schoolIn } from './school-in.ts';

/** Faults that time tracking is known for, each by its name: intervals, and the codes of badges. */
let system: TestSystem;
let school: School;
let member: Member;

beforeAll(async () => {
  system = await TestSystem.start({ platform: 'own' });
  school = await schoolIn(system, 'Europe/Berlin');
});
afterAll(() => system.stop());
beforeEach(async () => {
  member = await school.newMember();
});

const at = (time: string) => `2026-10-05T${time}Z`;
const log = async (from: string, to: string) => must(201, await member.log(at(from), at(to))).body.data;

describe('intervals that touch', () => {
  it('do not overlap: created, edited, started', async () => {
    const middle = await log('09:00:00', '10:00:00');
    await log('08:00:00', '09:00:00');
    const last = await log('10:00:00', '11:00:00');
    must(200, await member.change(middle.id, { startTime: at('09:30:00') }));
    must(200, await member.change(middle.id, { startTime: at('09:00:00') }));
    must(200, await member.change(last.id, { startTime: at('10:00:00'), endTime: at('12:00:00') }));
    must(201, await member.start(at('12:00:00')));
  });

  it('are all created by a bulk, whatever their order', async () => {
    const times = ['10:00:00', '11:00:00', '09:00:00', '10:00:00', '11:00:00', '12:00:00'];
    const items = [0, 2, 4].map((index) => ({
      startTime: at(times[index] ?? ''),
      endTime: at(times[index + 1] ?? ''),
    }));
    expect(must(200, await member.bulk(items)).body.data.failed).toEqual([]);
  });

  it('overlap when they share a millisecond', async () => {
    const { id } = await log('09:00:00', '10:00:00');
    for (const [from, to] of [
      ['08:00:00', '09:00:00.001'],
      ['09:59:59.999', '11:00:00'],
      ['09:15:00', '09:16:00'],
    ]) {
      const { conflictingLog } = must(409, await member.log(at(from ?? ''), at(to ?? ''))).body;
      expect(conflictingLog).toEqual({
        id,
        startTime: '2026-10-05T09:00:00.000Z',
        endTime: '2026-10-05T10:00:00.000Z',
      });
    }
  });

  it('of pauses are two pauses', async () => {
    const pauses = [
      { startTime: at('09:00:00.000'), endTime: at('09:30:00.000') },
      { startTime: at('09:30:00.000'), endTime: at('10:00:00.000') },
    ];
    const answer = must(201, await member.log(at('09:00:00'), at('10:00:00'), { pauses }));
    expect(answer.body.data).toMatchObject({ pauses, pauseMinutes: 60, workedMinutes: 0 });
  });
});

describe('an edited log', () => {
  it('is no conflict with itself', async () => {
    const { id } = await log('09:00:00', '10:00:00');
    for (const change of [{}, { endTime: at('10:30:00') }, { startTime: at('09:15:00') }, { note: 'x' }]) {
      must(200, await member.change(id, change));
    }
  });

  it('of several conflicts tells the earliest by start', async () => {
    await log('12:00:00', '13:00:00');
    const { id } = await log('10:00:00', '11:00:00');
    const last = await log('14:00:00', '15:00:00');
    const answer = must(409, await member.change(last.id, { startTime: at('09:00:00') }));
    expect(answer.body.conflictingLog.id).toBe(id);
  });

  it('and an item of a bulk likewise, of stored logs and items together', async () => {
    await log('12:00:00', '13:00:00');
    const item = (from: string, to: string) => ({ startTime: at(from), endTime: at(to) });
    const items = [item('14:00:00', '15:00:00'), item('10:00:00', '11:00:00'), item('09:00:00', '16:00:00')];
    const { created, failed } = must(200, await member.bulk(items)).body.data;
    expect(failed).toMatchObject([{ index: 2, status: 409, conflictingLog: { id: created[1].log.id } }]);
    expect(must(200, await member.bulk([item('11:30:00', '16:00:00')])).body.data.failed).toMatchObject([
      { index: 0, conflictingLog: { startTime: '2026-10-05T12:00:00.000Z' } },
    ]);
  });

  it('that shrinks to nothing, or loses a pause, is 422', async () => {
    const pauses = [{ startTime: at('09:30:00'), endTime: at('09:45:00') }];
    const { id } = must(201, await member.log(at('09:00:00'), at('10:00:00'), { pauses })).body.data;
    const before = await member.logs();
    for (const change of [
      { endTime: at('09:00:00') },
      { endTime: at('08:00:00') },
      { startTime: at('09:30:00.001') },
      { endTime: at('09:44:59.999') },
      { pauses: [...pauses, { startTime: at('09:40:00'), endTime: at('09:50:00') }] },
    ]) {
      must(422, await member.change(id, change));
    }
    expect(await member.logs()).toEqual(before);
  });
});

describe('intervals of no length', () => {
  it('are no logs and no pauses, wherever they come from', async () => {
    const empty = { startTime: at('09:00:00'), endTime: at('09:00:00') };
    must(422, await member.post('/logs', empty));
    must(422, await member.log(at('09:00:00'), at('09:00:00.0009')));
    must(422, await member.log(at('08:00:00'), at('10:00:00'), { pauses: [empty] }));
    const { data } = must(200, await member.bulk([empty, { ...empty, endTime: at('08:00:00') }])).body;
    expect(data).toMatchObject({ created: [], failed: [{ status: 422 }, { status: 422 }] });
    expect(await member.logs()).toEqual([]);
  });

  it('cannot hide in another log: a millisecond is the least', async () => {
    await log('08:00:00', '10:00:00');
    must(409, await member.log(at('09:00:00'), at('09:00:00.001')));
    must(422, await member.log(at('09:00:00'), at('09:00:00')));
  });
});

describe('an open session', () => {
  it('leaves no room for a later log, so that its automatic close never meets one', async () => {
    const { id } = must(201, await member.start(at('08:00:00'))).body.data;
    const later = must(200, await member.bulk([{ startTime: at('12:00:00'), endTime: at('13:00:00') }])).body.data;
    expect(later.failed).toMatchObject([{ index: 0, status: 409, conflictingLog: { id, endTime: null } }]);
    const earlier = await log('06:00:00', '08:00:00');
    const moved = must(409, await member.change(earlier.id, { startTime: at('12:00:00'), endTime: at('13:00:00') }));
    expect(moved.body.conflictingLog).toEqual({ id, startTime: '2026-10-05T08:00:00.000Z', endTime: null });
    must(201, await member.start('2026-10-06T08:00:00+02:00'));
  });

  it('is no log: it is not listed, read or edited as one', async () => {
    const { id } = must(201, await member.start(at('08:00:00'))).body.data;
    const query = { userId: member.userId };
    expect(await member.logs()).toEqual([]);
    must(404, await member.client.get(`/time-tracking/logs/${id}`, { query }));
    must(404, await member.change(id, { note: 'x' }));
  });
});

describe('codes', () => {
  const startWith = (code: string, { client } = school) =>
    client.post('/time-tracking/sessions/start', { code, at: at('08:00:00') });

  it('I is i, and the dotless ı another letter', async () => {
    const dotted = await school.newMember('TITIZ-1');
    const dotless = await school.newMember('tıtız-1');
    expect(must(201, await startWith('titiz-1')).body.data.userId).toBe(dotted.userId);
    expect(must(201, await startWith('tıtız-1')).body.data.userId).toBe(dotless.userId);
    must(409, await startWith(' TITIZ-1\n'));
    must(404, await startWith('TİTİZ-1'));
  });

  it('zeros in front are part of them', async () => {
    const [one, two] = [await school.newMember('007'), await school.newMember('07')];
    expect(must(201, await startWith('007')).body.data.userId).toBe(one.userId);
    expect(must(201, await startWith('07')).body.data.userId).toBe(two.userId);
    for (const code of ['7', '0007', '7.0', '0x7']) must(404, await startWith(code));
  });

  it('of white space only are 422, unknown ones 404, and another institution’s are unknown', async () => {
    const elsewhere = await (await schoolIn(system, null)).newMember('ELSEWHERE-1');
    must(422, await startWith(' \t\n\u00a0'));
    must(404, await startWith('nobody'));
    must(404, await startWith(elsewhere.code));
    must(404, await school.client.post('/time-tracking/sessions/start', { userId: elsewhere.userId }));
    must(201, await new Member(elsewhere.client, elsewhere).start());
  });
});

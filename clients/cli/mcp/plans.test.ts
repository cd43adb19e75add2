import { afterAll, beforeEach, expect, it } from 'vitest';
import { systemIds } from '../../../platform/core/ids.ts';
import { ClientBench } from '../../../test/support/client-bench.ts';
import { newUser } from '../../../test/support/test-directory.ts';
import { Timetable } from '../../../test/support/test-timetable.ts';
import { Member, must } from '../../../test/time-tracking/member.ts';
import type { PlannedWrite } from './planned-write.ts';
import { Plans, type Shown } from './plans.ts';

let plans: Plans;
let now: number;

const bench = await ClientBench.start();
beforeEach(() => {
  bench.reset();
  now = 1_000;
  plans = new Plans({ ...options(), lyceum: bench.client({ retry: { repeats: 0 } }) });
});
afterAll(() => bench.stop());

const options = () => ({ newId: () => systemIds.newId(), now: () => now });

const plan = async (method: PlannedWrite['method'], path: string, body?: object): Promise<Shown> => {
  const shown = await plans.plan({ method, path, ...(body && { body: body as Record<string, unknown> }) });
  if ('error' in shown) throw new Error(shown.error);
  return shown;
};
const planned = (body: object) => plan('POST', '/users', body);
const usersWith = async (email: string) => (await bench.school.client.get('/users', { query: { email } })).body.data;

it('refuses a plan after ten minutes, and shows a new one', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  now += 600_001;
  const refused = await plans.confirm(planId);
  expect(refused).toMatchObject({
    refused: 'The plan is older than ten minutes.',
    shownAnew: { validForSeconds: 600 },
  });
  expect(await usersWith(user.email)).toEqual([]);
  const anew = 'shownAnew' in refused ? (refused.shownAnew?.planId ?? '') : '';
  now += 600_000;
  expect(await plans.confirm(anew)).toMatchObject({ done: { status: 201 } });
});

it('answers a done plan the same after ten minutes, marked as replayed', async () => {
  const { planId = '' } = await planned(bench.newUser());
  const done = await plans.confirm(planId);
  expect(done).not.toHaveProperty('replayed');
  now += 3_600_000;
  expect(await plans.confirm(planId)).toEqual({ ...done, replayed: true });
});

it('does a create whose answer was lost once, and the second confirm says so', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  // The second dry run is answered, the write is not.
  bench.proxy.fates.push('pass', 'answer-lost');
  await expect(plans.confirm(planId)).rejects.toThrow('no answer');
  expect(await usersWith(user.email)).toHaveLength(1);
  expect(await plans.confirm(planId)).toMatchObject({
    ...{ done: { status: 201, data: { email: user.email } }, replayed: true },
  });
  expect(await usersWith(user.email)).toHaveLength(1);
});

it.each(['answer-lost', 'lost'] as const)(
  'does a change with %s once, and the second confirm says so',
  async (fate) => {
    const { data: user, etag } = await newUser(bench.school.client, { name: 'Ada' });
    const path = `/users/${user.id}`;
    const { planId = '', request } = await plan('PATCH', path, { name: 'Bea' });
    expect(request.ifMatch).toBe(etag);
    // What is there, and the second dry run.
    bench.proxy.fates.push('pass', 'pass', fate);
    await expect(plans.confirm(planId)).rejects.toThrow('no answer');
    const done = await plans.confirm(planId);
    expect(done).toMatchObject({ done: { status: 200, data: { name: 'Bea' } } });
    expect('replayed' in done).toBe(fate === 'answer-lost');
    expect((await bench.school.client.get(path)).body.data).toEqual('done' in done && done.done.data);
  },
);

it('does not refuse a plan whose write is still running', async () => {
  const { planId = '' } = await planned(bench.newUser());
  const body = JSON.stringify({ type: 'x', code: 'conflict', title: 'Conflict', status: 409, detail: 'It runs.' });
  bench.proxy.fates.push('pass', { status: 409, type: 'application/problem+json', body });
  await expect(plans.confirm(planId)).rejects.toMatchObject({ status: 409 });
  expect(await plans.confirm(planId)).toMatchObject({ done: { status: 201 } });
});

it('names the member of a log, and changes it once after a lost answer', async () => {
  const member = await Member.create(bench.school.client);
  const { id } = must(201, await member.log('2026-10-05T06:00:00Z', '2026-10-05T07:00:00Z')).body.data;
  const body = { userId: member.userId, note: 'Offline.' };
  const { planId = '', changes } = await plan('PATCH', `/time-tracking/logs/${id}`, body);
  expect(changes).toEqual([{ property: 'note', from: null, to: 'Offline.' }]);
  bench.proxy.fates.push('pass', 'pass', 'answer-lost');
  await expect(plans.confirm(planId)).rejects.toThrow('no answer');
  expect(await plans.confirm(planId)).toMatchObject({ done: { data: { note: 'Offline.' } }, replayed: true });
});

it('reports a delete whose answer was lost as done, not refused', async () => {
  const school = await Timetable.in(bench.system);
  const appointment = await school.create();
  plans = new Plans({ ...options(), lyceum: bench.client({ retry: { repeats: 0 } }, school.client) });
  const { planId = '' } = await plan('DELETE', appointment.path);
  bench.proxy.fates.push('pass', 'pass', 'answer-lost');
  await expect(plans.confirm(planId)).rejects.toThrow('no answer');
  expect((await school.get(appointment.path)).status).toBe(404);
  expect(await plans.confirm(planId)).toEqual({ done: { status: 204, data: null }, replayed: true });
});

it('does not repeat a lost write when the server may have forgotten its key', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  bench.proxy.fates.push('pass', 'lost');
  await expect(plans.confirm(planId)).rejects.toThrow('no answer');
  bench.system.clock.advance(23 * 3_600_000 + 60_000);
  expect(await plans.confirm(planId)).toMatchObject({ refused: expect.stringContaining('too late to repeat') });
  expect(await usersWith(user.email)).toEqual([]);
});

it('refuses a plan whose room was booked meanwhile, and shows the overlap', async () => {
  const school = await Timetable.in(bench.system);
  const fields = { rooms: [{ roomId: school.id('rooms/hall') }] };
  plans = new Plans({ ...options(), lyceum: bench.client({}, school.client) });
  const first = await plan('POST', '/appointments', school.body(fields));
  expect(first.wouldAnswer.meta).toEqual({ overlaps: [] });
  const rival = await school.create(fields);
  const refused = await plans.confirm(first.planId ?? '');
  const overlaps = [expect.objectContaining({ id: rival.id })];
  expect(refused).toMatchObject({
    refused: 'The preview is out of date.',
    shownAnew: { wouldAnswer: { meta: { overlaps } } },
  });
  // Another one in the same place is another one.
  await school.delete(rival);
  const other = await school.create(fields);
  const again = await plans.confirm('shownAnew' in refused ? (refused.shownAnew?.planId ?? '') : '');
  const named = { meta: { overlaps: [expect.objectContaining({ id: other.id })] } };
  expect(again).toMatchObject({ shownAnew: { wouldAnswer: named } });
  const done = await plans.confirm('shownAnew' in again ? (again.shownAnew?.planId ?? '') : '');
  expect(done).toMatchObject({ done: { status: 201, ...named } });
});

it('binds a change with If-Match: * to the state that it showed', async () => {
  const { path } = await newUser(bench.school.client, { name: 'Ada' });
  const write = { method: 'PATCH', path, body: { name: 'Bea' }, ifMatch: '*' } as const;
  const shown = (await plans.plan(write)) as Shown;
  expect(Object.keys(shown)[0]).toBe('changes');
  expect(shown.changes).toEqual([{ property: 'name', from: 'Ada', to: 'Bea' }]);
  await bench.school.client.patch(path, { name: 'Cleo' }, { ifMatch: '*' });
  const refused = await plans.confirm(shown.planId ?? '');
  expect(refused).toMatchObject({ shownAnew: { changes: [{ property: 'name', from: 'Cleo', to: 'Bea' }] } });
});

it('refuses a refused plan again', async () => {
  const user = bench.newUser();
  const { planId = '' } = await planned(user);
  await bench.school.client.post('/users', user);
  const refused = await plans.confirm(planId);
  expect(refused).toMatchObject({
    refused: 'The preview is out of date.',
    shownAnew: { wouldAnswer: { status: 409 } },
  });
  expect(await plans.confirm(planId)).toEqual(refused);
});

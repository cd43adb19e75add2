import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HeldTable } from '../support/held-table.ts';
import { TestSystem } from '../support/test-system.ts';
import { Timetable } from '../support/test-timetable.ts';
import { until } from '../support/until.ts';

/** Potentially large reads from a service blocked because the test locks its table. */
describe.each(['direct', 'mux'] as const)('large reads, over %s', (transport) => {
  let system: TestSystem;
  let school: Timetable;
  let other: Timetable;
  const requests = () => system.lyceum.load.requestsInFlight;
  const calls = () =>
    system.lyceum.system.services.find(({ definition }) => definition.name === 'scheduling')?.load.callsInFlight;

  beforeAll(async () => {
    system = await TestSystem.start({ shape: 'one process', transport, requestTimeoutMs: 60_000 });
    school = await Timetable.in(system);
    other = await Timetable.in(system);
    await school.fill([{}]);
  });
  afterAll(() => system.stop());

  it('reach the service few at a time for each institution; all are answered', async () => {
    const { id } = (await school.get('/appointments')).body.data[0];
    const held = await HeldTable.hold(system.databases.url('scheduling'), 'appointments', 'reads');
    const one = `/appointments/${id}`;
    const paths = [
      '/appointments',
      '/appointments?limit=1',
      one,
      '/appointments?fields=id',
      '/appointments?limit=2',
      one,
    ];
    // With another institution present, each has one request of unknown size in flight.
    expect((await other.get('/users')).status).toBe(200);
    const answers = paths.map((path) => school.get(path));
    await until('all have come', () => requests() === paths.length && calls() === 1);
    expect((await school.get('/users')).status).toBe(200);
    const others = paths.map((path) => other.get(path));
    await until('those of another institution have come', () => requests() === 2 * paths.length && calls() === 2);
    expect((await school.get('/users')).status).toBe(200);
    expect(calls()).toBe(2);
    await held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 404, 200, 200, 404]);
  });

  it('reach the service four at a time however small recent ones were: the next may be the largest', async () => {
    for (let n = 0; n < 40; n++) expect((await school.get('/appointments?fields=id')).status).toBe(200);
    const held = await HeldTable.hold(system.databases.url('scheduling'), 'appointments', 'reads');
    expect((await other.get('/users')).status).toBe(200);
    const answers = Array.from({ length: 10 }, (_, n) => school.get(`/appointments?limit=${n + 1}`));
    await until('all have come', () => requests() === 10 && calls() === 4);
    expect((await other.get('/users')).status).toBe(200);
    expect([requests(), calls()]).toEqual([10, 4]);
    await held.release();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(10).fill(200));
  });
});

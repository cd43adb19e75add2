import { afterAll, expect, it } from 'vitest';
import { readCalendar } from '../../support/calendar.ts';
import { manyAppointments } from '../../support/many-appointments.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ requestTimeoutMs: 60_000 });
const { school } = await manyAppointments(system);
afterAll(() => system.stop());

it('GET /appointments.ics: 200: the last ten thousand of twenty thousand', async () => {
  const { status, text } = await school.get('/appointments.ics', { userId: school.id('users/cleo') });
  expect(status).toBe(200);
  const begins = readCalendar(text)
    .all('VEVENT')
    .map((event) => event.raw('DTSTART') ?? '');
  expect(begins).toHaveLength(10_000);
  expect(begins.at(-1)).toBe('20261012T080100Z');
  expect(begins).toEqual([...begins].sort().reverse());
}, 120_000);

import { afterAll, expect, it } from 'vitest';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { readCalendar } from '../../support/calendar.ts';
import { copyAppointment } from '../../support/scheduling/copy-appointment.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

/**
 * Twenty thousand appointments of one course, in one room and of one user: ten thousand at one instant, then ten
 * thousand a minute apart.
 */
const system = await TestSystem.start({ requestTimeoutMs: 60_000 });
afterAll(() => system.stop());
const school = await Timetable.in(system);
const [id = ''] = await school.fill([
  { rooms: [{ roomId: school.id('rooms/hall') }], userIds: [school.id('users/cleo')] },
]);
const ids = await withClient({ connectionString: system.databases.url('scheduling') }, async (client) => {
  const sql = async (text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows;
  const atOneInstant = await copyAppointment(sql, id, { count: 9_999, minutesApart: 0 });
  return [id, ...atOneInstant, ...(await copyAppointment(sql, id, { count: 10_000, minutesApart: 1 }))];
});

it('GET /appointments: 200: a walk over all in their order, none missing and none twice', async () => {
  const client = await system.newClient(school.institution.id);
  const walked = (await client.walk('/appointments', { limit: '100', fields: 'id,dateTime' })) as Entry[];
  const sortKeys = walked.map((each) => `${each.dateTime} ${each.id}`);
  expect(sortKeys).toEqual([...sortKeys].sort());
  expect(walked.map((each) => each.id).sort()).toEqual([...ids].sort());
});

interface Entry {
  readonly id: string;
  readonly dateTime: string;
}

it('GET /appointments.ics: 200: the last ten thousand', async () => {
  const { status, text } = await school.get('/appointments.ics', { userId: school.id('users/cleo') });
  expect(status).toBe(200);
  const begins = readCalendar(text)
    .all('VEVENT')
    .map((event) => event.raw('DTSTART') ?? '');
  expect(begins).toHaveLength(10_000);
  expect(begins.at(-1)).toBe('20261012T080100Z');
  expect(begins).toEqual([...begins].sort().reverse());
});

import { beforeEach, expect, it } from 'vitest';
import { appointmentIdsOf } from '../../support/calendar-answers.ts';
import { describeParticipantList } from '../../support/describe-participant-list.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

let school: Timetable;
let ben: string;
let choir: string;

const system = await TestSystem.start();
beforeEach(async () => {
  // A school of its own for each test: ben is in its choir.
  school = await Timetable.in(system);
  [ben, choir] = [school.id('users/ben'), school.id('userGroups/choir')];
});

const at = (hour: number) => ({ dateTime: `2026-10-12T${String(hour).padStart(2, '0')}:00:00.000Z` });
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

describeParticipantList('GET /appointments?userId=', () => '/appointments');

it('GET /appointments: 200: ids and userId: those of the appointments in which the person takes part', async () => {
  const [one, two, three] = await school.fill([
    { ...at(8), userGroupIds: [choir] },
    { ...at(9), userIds: [ben] },
    { ...at(10), userIds: [school.id('users/cleo')] },
  ]);
  const ids = [one, two, three].join();
  expect(idsOf(await school.client.walk('/appointments', { ids, userId: ben }))).toEqual([one, two]);
});

it('GET /appointments: 200: userId: nothing of another institution’s group, and nothing for another institution’s person', async () => {
  const other = await Timetable.in(system);
  await school.fill([{ ...at(8), userGroupIds: [choir] }]);
  for (const userId of [ben, other.id('users/ben')]) {
    expect((await other.get('/appointments', { userId })).body.data).toEqual([]);
    expect(appointmentIdsOf(await other.get('/appointments.ics', { userId }))).toEqual([]);
  }
  expect((await school.get('/appointments', { userId: other.id('users/ben') })).body.data).toEqual([]);
});

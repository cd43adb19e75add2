import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { publishedEvents } from '../../../test/support/nats/published-events.ts';
import { changeOf, School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

const page = { size: 100 };
const precondition = { any: true };

let service: TestService;
let school: School;
const { deleteAppointment, updateAppointment, listAppointments, listCalendarEntries } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations], service: 'own' });
  school = await School.open(service, { rejectRoomConflicts: true });
});
afterAll(() => service.stop());

function everywhere() {
  return school.create({
    rooms: [{ roomId: school.id('rooms/hall') }],
    organizerIds: [school.id('users/ada')],
    userIds: [school.id('users/ben')],
  });
}

const remove = (id: string, condition: object = precondition) =>
  school.call(deleteAppointment, { id, precondition: condition });

async function calendar(filter: Record<string, string>) {
  const [[name = '', value = ''] = []] = Object.entries(filter);
  const request = { page, filter: { case: name as 'courseId', value } };
  return (await school.call(listCalendarEntries, request)).entries;
}

/** The calendars that show the appointment. */
const calendars = () => [
  { courseId: school.id('courses/algebra') },
  { roomId: school.id('rooms/hall') },
  { organizerId: school.id('users/ada') },
  { userId: school.id('users/ben') },
];

describe('DeleteAppointment', () => {
  it('shows the appointment as cancelled in calendars, and frees its room', async () => {
    const created = await everywhere();
    for (const filter of calendars())
      expect(await calendar(filter)).toMatchObject([
        { appointment: { id: created.id, title: created.title, rooms: [{ roomId: school.id('rooms/hall') }] } },
      ]);
    service.clock.advance(1_000);
    await remove(created.id);

    const deletedAt = new Date(service.clock.now()).toISOString();
    await expect(school.get(created.id)).rejects.toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' });
    await expect(remove(created.id)).rejects.toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' });
    const patched = school.call(updateAppointment, { id: created.id, precondition, ...changeOf({ title: 'x' }) });
    await expect(patched).rejects.toMatchObject({ code: 'APPOINTMENT_NOT_FOUND' });
    for (const filter of calendars()) {
      const { courseId, ...others } = filter as Record<string, string>;
      const request = { page, ...others, courseIds: courseId ? [courseId] : [] };
      expect((await school.call(listAppointments, request)).appointments).toEqual([]);
      expect(await calendar(filter)).toMatchObject([{ appointment: { id: created.id, sequence: 1 }, deletedAt }]);
    }
    expect((await publishedEvents(service, 'resource_id', created.id)).slice(1)).toEqual([
      ['AppointmentDeleted', created.id, null],
    ]);
    await everywhere();
  });

  it('succeeds for exactly one of many deletions', async () => {
    const { id } = await school.create();
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => remove(id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await publishedEvents(service, 'resource_id', id)).toHaveLength(2);
  });
});

describe('tombstones', () => {
  it('are shown for 30 days, then removed entirely', async () => {
    const userId = school.id('users/cleo');
    const [kept, deleted] = [await school.create({ userIds: [userId] }), await school.create({ userIds: [userId] })];
    await remove(deleted.id);
    const janitor = new Janitor({
      db: service.runtime.db,
      clock: service.clock,
      log: silentLogger,
      expiries: scheduling.expiries ?? [],
    });
    const shown = async () => (await calendar({ userId })).map(({ appointment }) => appointment?.id);
    const stored = () => service.sql('SELECT FROM appointment_links WHERE target_id = $1', [userId]);

    service.clock.advance(30 * DAY_MS - 1);
    await janitor.tidy();
    expect(await shown()).toEqual([deleted.id, kept.id]);
    service.clock.advance(1);
    expect(await shown()).toEqual([kept.id]);
    expect(await stored()).toHaveLength(2);
    await janitor.tidy();
    expect(await stored()).toHaveLength(1);
    expect(await service.sql('SELECT FROM appointments WHERE id = $1', [deleted.id])).toEqual([]);
  });

  it('are sorted among the remaining entries', async () => {
    const own = await School.open(service);
    const courseId = own.id('courses/botany');
    const request = (hour: number) => ({ courseId, courseIds: [], dateTime: `2026-10-12T${hour}:00:00.000Z` });
    const all = [];
    for (const hour of [10, 11, 12, 13, 14, 15]) all.push(await own.create(request(hour)));
    for (const index of [1, 2, 5]) await own.call(deleteAppointment, { id: all[index]?.id ?? '', precondition });
    const seen: string[] = [];
    let after: { sort: string; id: string } | undefined;
    for (let hasMore = true; hasMore; ) {
      const answer = await own.call(listCalendarEntries, {
        page: { size: 2, ...(after ? { after } : {}) },
        filter: { case: 'courseId', value: courseId },
      });
      seen.push(...answer.entries.map(({ appointment, deletedAt }) => `${appointment?.id} ${deletedAt !== undefined}`));
      const last = answer.entries.at(-1)?.appointment;
      after = { sort: last?.dateTime ?? '', id: last?.id ?? '' };
      hasMore = answer.hasMore;
    }
    expect(seen).toEqual(all.map(({ id }, index) => `${id} ${[1, 2, 5].includes(index)}`).reverse());
  });

  it.each(['x', randomUUID()])('the calendar of an unknown user (%s) is empty', async (userId) => {
    expect(await calendar({ userId })).toEqual([]);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { silentLogger } from '../../../platform/observability/log.ts';
import { Janitor } from '../../../platform/process/janitor.ts';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

const page = { size: 100 };
const precondition = { any: true };

let service: TestService;
let school: School;
const { deleteAppointment, listCalendarEntries } = AppointmentService.method;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations], service: 'own' });
  school = await School.open(service, { rejectRoomConflicts: true });
});
afterAll(() => service.stop());

const remove = (id: string, condition: object = precondition) =>
  school.call(deleteAppointment, { id, precondition: condition });

async function calendar(filter: Record<string, string>) {
  const [[name = '', value = ''] = []] = Object.entries(filter);
  const request = { page, filter: { case: name as 'courseId', value } };
  return (await school.call(listCalendarEntries, request)).entries;
}

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
});

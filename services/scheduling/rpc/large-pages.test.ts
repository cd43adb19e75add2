import { afterAll, beforeAll, expect, it } from 'vitest';
import { AppointmentService } from '../../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { copyAppointment } from '../../../test/support/scheduling/copy-appointment.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

/** Appointments with the maximum of participants and the longest notes. */
const COUNT = 40;
const PARTICIPANTS = 1_000;
const MIB = 1024 * 1024;

const { listCalendarEntries } = AppointmentService.method;
let service: TestService;
let school: School;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  school = await School.open(service);
  const { id } = await school.create({ notes: '…'.repeat(10_000) });
  await copyAppointment(service.sql, id, { count: COUNT - 1, minutesApart: 0 });
  // The users need not exist.
  await service.sql(
    `UPDATE appointments SET user_ids = ARRAY(SELECT gen_random_uuid() FROM generate_series(1, ${PARTICIPANTS}) WHERE revision = revision)`,
  );
});
afterAll(() => service.stop());

it('a page of a calendar ends at its size limit, counting only what it shows', async () => {
  const sizes: number[] = [];
  let after: { sort: string; id: string } | undefined;
  for (let hasMore = true; hasMore; ) {
    const request = { page: { size: 500, ...(after ? { after } : {}) }, filter: filterOf(school) };
    const answer = await school.call(listCalendarEntries, request);
    sizes.push(answer.entries.length);
    const shown = answer.entries.map(({ appointment }) => [appointment?.userIds.length, appointment?.revision]);
    expect(shown).toEqual(shown.map(() => [0, '']));
    const last = answer.entries.at(-1)?.appointment;
    after = { sort: last?.dateTime ?? '', id: last?.id ?? '' };
    hasMore = answer.hasMore;
  }
  expect(sizes).toEqual([35, 5]);
  await service.sql('UPDATE appointments SET notes = $1 WHERE institution_id = $2', [
    'x'.repeat(MIB),
    school.institutionId,
  ]);
  const { entries, hasMore } = await school.call(listCalendarEntries, {
    page: { size: 500 },
    filter: filterOf(school),
  });
  expect([entries.length, hasMore]).toEqual([1, true]);
});

function filterOf(of: School) {
  return { case: 'courseId' as const, value: of.id('courses/algebra') };
}

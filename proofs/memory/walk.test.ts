import { afterAll, beforeAll, expect, it } from 'vitest';
import { directory } from '../../services/directory/service.ts';
import { locations } from '../../services/locations/service.ts';
import { scheduling } from '../../services/scheduling/service.ts';
import { startTestService, type TestService } from '../../test/support/calls/start-test-service.ts';
import { copyAppointment } from '../../test/support/scheduling/copy-appointment.ts';
import { School } from '../../test/support/scheduling/school.ts';
import { pagesOf } from '../../test/support/scheduling/walk-appointments.ts';
import { heapMiB } from './heap.ts';

const FEW = 2_000;
const MANY = 20_000;
/** What the test itself holds, and the growth of the engine's caches; a tenth of what the appointments would take. */
const SLACK_MIB = 8;

let service: TestService;
let school: School;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  school = await School.open(service);
});
afterAll(() => service.stop());

it('paging through twenty thousand appointments takes the memory of two thousand', async () => {
  const { id } = await school.create({
    notes: 'What it is about. '.repeat(10),
    organizerIds: [school.id('users/ada')],
    userIds: [school.id('users/ben'), school.id('users/cleo')],
    rooms: [{ roomId: school.id('rooms/hall'), setupId: school.id('setups/rows') }],
  });
  await copyAppointment(service.sql, id, { count: FEW - 1, minutesApart: 90 });
  for await (const page of pagesOf(school)) expect(page).toHaveLength(100);
  await copyAppointment(service.sql, id, { count: MANY - FEW, minutesApart: 30 });

  const heapBefore = heapMiB();
  let maxHeap = 0;
  let count = 0;
  for await (const page of pagesOf(school)) {
    if (count % 1_000 === 0) maxHeap = Math.max(maxHeap, heapMiB());
    count += page.length;
  }
  expect(count).toBe(MANY);
  expect(maxHeap - heapBefore).toBeLessThan(SLACK_MIB);
}, 180_000);

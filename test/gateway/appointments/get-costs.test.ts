import { afterAll, expect, it } from 'vitest';
import { APPOINTMENT_BATCHES, costOf } from '../../support/cost-of-request.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();
// The gateway knows the integration.
await school.get('/appointments', { limit: '1' });
afterAll(() => system.stop());

describeInOneProcess('counts the calls of all services', 'GET /appointments/{id}: 200', () => {
  it('costs one RPC and a batch for each kind of record', async () => {
    const { id } = await school.create(school.fullBody());
    const { rpcs } = await costOf(() => school.get(`/appointments/${id}`));
    expect(rpcs).toEqual([...APPOINTMENT_BATCHES, 'GetAppointment'].sort());
  });
});

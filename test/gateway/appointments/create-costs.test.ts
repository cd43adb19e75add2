import { afterAll, expect, it } from 'vitest';
import { APPOINTMENT_BATCHES, costOf } from '../../support/cost-of-request.ts';
import { describeInOneProcess } from '../../support/shape/shape.ts';
import { startTimetables } from '../../support/test-timetable.ts';

const { system, school } = await startTimetables();
// The gateway knows the integration.
await school.get('/appointments', { limit: '1' });
afterAll(() => system.stop());

describeInOneProcess('counts the calls of all services', 'POST /appointments: 201', () => {
  it('the answer costs nothing beyond the write, nor does that of PATCH', async () => {
    const appointment = await school.create(school.fullBody());
    const created = await costOf(() => school.post({ ...school.fullBody(), title: 'Other' }));
    const changed = await costOf(() => school.patch(appointment, { title: 'New' }));
    const of = (rpcs: string[], name: string) => rpcs.filter((each) => each === name).length;
    expect([created.answer.status, changed.answer.status]).toEqual([201, 200]);
    for (const batch of APPOINTMENT_BATCHES) {
      expect([batch, of(created.rpcs, batch)]).toEqual([batch, 1]);
      expect(of(changed.rpcs, batch)).toBeLessThanOrEqual(1);
    }
  });
});

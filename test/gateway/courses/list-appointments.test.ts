import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { describeAppointmentList } from '../../support/describe-appointment-list.ts';
import { describeParticipantList } from '../../support/describe-participant-list.ts';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school, other } = await startTimetables();
await school.fill(
  Array.from({ length: 70 }, (_, n) =>
    n % 2 ? { courseIds: [school.id('layers/algebra'), school.id('layers/botany')] } : {},
  ),
);

const idsIn = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

describeAppointmentList(
  'GET /courses/{id}/appointments',
  (mine) => `/courses/${mine.id('courses/algebra')}/appointments`,
);

describe('GET /courses/{id}/appointments', () => {
  it('200: those of the course alone; with courseId those of both', async () => {
    const path = `/courses/${school.id('courses/botany')}/appointments`;
    expect((await school.client.walk(path, { limit: '100' })).length).toBe(35);
    expect(idsIn(await school.get(path, { courseId: school.id('courses/algebra'), limit: '100' }))).toHaveLength(35);
    expect(idsIn(await school.get(path, { courseId: school.id('courses/chemistry') }))).toEqual([]);
    expect((await school.get(`/courses/${school.id('courses/chemistry')}/appointments`)).body.data).toEqual([]);
  });

  it('404: an unknown course, a layer, another institution’s course, with and without appointments', async () => {
    const layerId = school.id('layers/algebra');
    for (const id of [randomUUID(), 'no-uuid', layerId, other.id('courses/algebra'), other.id('courses/chemistry')]) {
      const { status, body } = await school.get(`/courses/${id}/appointments`, { from: '2026-10-12T00:00:00Z' });
      expect([id, status, body.code]).toEqual([id, 404, 'resource_not_found']);
    }
  });

  it('200: where scheduling is switched off', async () => {
    const mine = await Timetable.in(system);
    const { id } = appointmentOf(await mine.post());
    await changeSettings(mine.institution, { schedulingEnabled: false });
    expect(idsIn(await mine.get(`/courses/${mine.id('courses/algebra')}/appointments`))).toEqual([id]);
  });
});

describeParticipantList(
  'GET /courses/{id}/appointments?userId=',
  (school) => `/courses/${school.id('courses/algebra')}/appointments`,
);

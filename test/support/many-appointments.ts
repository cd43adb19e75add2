import { withClient } from '../../libraries/pg-batch/index.ts';
import { copyAppointment } from './scheduling/copy-appointment.ts';
import type { TestSystem } from './test-system.ts';
import { Timetable } from './test-timetable.ts';

/**
 * Twenty thousand appointments of one course, in one room and of one user: ten thousand at one instant, then ten
 * thousand a minute apart.
 */
export async function manyAppointments(system: TestSystem): Promise<{ school: Timetable; ids: string[] }> {
  const school = await Timetable.in(system);
  const [id = ''] = await school.fill([
    { rooms: [{ roomId: school.id('rooms/hall') }], userIds: [school.id('users/cleo')] },
  ]);
  return withClient({ connectionString: system.databases.url('scheduling') }, async (client) => {
    const sql = async (text: string, values: readonly unknown[]) => (await client.query(text, [...values])).rows;
    const atOneInstant = await copyAppointment(sql, id, { count: 9_999, minutesApart: 0 });
    return {
      school,
      ids: [id, ...atOneInstant, ...(await copyAppointment(sql, id, { count: 10_000, minutesApart: 1 }))],
    };
  });
}

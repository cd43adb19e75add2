import { describe, expect, it } from 'vitest';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

/** The database's guarantees under concurrent requests. */
const system = await TestSystem.start();

async function schoolThatRefuses(rejectRoomConflicts: boolean): Promise<Timetable> {
  const mine = await Timetable.in(system);
  await changeSettings(mine.institution, { rejectRoomConflicts });
  return mine;
}

const statuses = (answers: readonly TestAnswer[]) => answers.map(({ status }) => status).sort();
const times = (count: number, request: (n: number) => Promise<TestAnswer>) =>
  Promise.all(Array.from({ length: count }, (_, n) => request(n)));

describe('PATCH /appointments/{id}: parallel changes', () => {
  it('200: one of ten to one room and time; the others get 409', async () => {
    const mine = await schoolThatRefuses(true);
    const appointments = await Promise.all(Array.from({ length: 10 }, () => mine.create()));
    const rooms = [{ roomId: mine.id('rooms/hall') }];
    const answers = await times(10, (n) => mine.patch(appointments[n] ?? { path: '', etag: '' }, { rooms }));
    expect(statuses(answers)).toEqual([200, ...Array(9).fill(409)]);
  });

  it('200: a change or a deletion with one ETag, never both', async () => {
    const mine = await schoolThatRefuses(false);
    for (let round = 0; round < 10; round++) {
      const appointment = await mine.create();
      const answers = await Promise.all([mine.patch(appointment, { title: 'New' }), mine.delete(appointment)]);
      expect([[200, 412].join(), [204, 404].sort().join()]).toContain(
        statuses(answers)
          .sort((a, b) => a - b)
          .join(),
      );
    }
  });
});

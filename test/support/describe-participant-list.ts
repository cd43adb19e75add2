import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importRecords } from './import-records.ts';
import { TestSystem } from './test-system.ts';
import { Timetable } from './test-timetable.ts';

/**
 * Tests common to the lists of appointments by who takes part: who is invited, and who belongs now to a group that is.
 * @param pathOf the path of a list with all appointments whose course is algebra
 */
export function describeParticipantList(name: string, pathOf: (mine: Timetable) => string): void {
  describe(name, () => {
    let system: TestSystem;
    let school: Timetable;
    let ben: string;
    let choir: string;

    beforeAll(async () => {
      system = await TestSystem.start({ platform: 'own' });
    });
    afterAll(() => system.stop());
    beforeEach(async () => {
      // A school of its own for each test: ben is in its choir.
      school = await Timetable.in(system);
      [ben, choir] = [school.id('users/ben'), school.id('userGroups/choir')];
    });

    const list = async (query: Record<string, string> = {}) =>
      idsOf(await school.client.walk(pathOf(school), { userId: ben, ...query }));

    it.each(['1', '2', '50'])('200: whose group is invited, or who is invited, each once (limit %s)', async (limit) => {
      const band = await school.group('band', ['ben', 'cleo']);
      await school.group('others', ['ada']);
      const [one, two, three, four] = await school.fill([
        { ...at(8), userGroupIds: [choir] },
        { ...at(9), userIds: [ben] },
        { ...at(10), userIds: [ben], userGroupIds: [band, choir] },
        { ...at(11), userGroupIds: [band] },
        { ...at(12), organizerIds: [ben] },
        { ...at(13), userGroupIds: [await school.group('others', ['ada'])] },
        { ...at(14), userIds: [school.id('users/cleo')] },
      ]);
      expect(await list({ limit })).toEqual([one, two, three, four]);
      expect(await list({ limit, from: at(9).dateTime, to: at(11).dateTime })).toEqual([two, three]);
    });

    it('200: with the other filters', async () => {
      const rooms = [{ roomId: school.id('rooms/hall') }];
      const courseIds = [school.id('layers/algebra'), school.id('layers/botany')];
      const organizerIds = [school.id('users/ada')];
      const [one, two, three, four] = await school.fill([
        { ...at(8), userGroupIds: [choir], rooms },
        { ...at(9), userGroupIds: [choir], courseIds },
        { ...at(10), userGroupIds: [choir], organizerIds },
        { ...at(11), userIds: [ben], rooms, courseIds, organizerIds },
        { ...at(12), rooms, courseIds, organizerIds },
      ]);
      expect(await list({ roomId: school.id('rooms/hall') })).toEqual([one, four]);
      expect(await list({ courseId: school.id('courses/botany') })).toEqual([two, four]);
      expect(await list({ organizerId: school.id('users/ada') })).toEqual([three, four]);
      expect(await list({ roomId: school.id('rooms/hall'), organizerId: school.id('users/ada') })).toEqual([four]);
      const updatedSince = new Date(system.clock.now()).toISOString();
      expect(await list({ updatedSince, limit: '1' })).toEqual([one, two, three, four]);
      expect(await list({ updatedSince, courseId: school.id('courses/botany'), limit: '1' })).toEqual([two, four]);
      system.clock.advance(1000);
      const later = new Date(system.clock.now()).toISOString();
      const { body, headers } = await school.get(`/appointments/${two}`);
      await school.patch({ path: `/appointments/${body.data.id}`, etag: headers.get('etag') ?? '' }, { title: 'New' });
      expect(await list({ updatedSince: later })).toEqual([two]);
      expect(await list({ updatedSince: later, courseId: school.id('courses/botany') })).toEqual([two]);
      expect(await list({ updatedSince: later, roomId: school.id('rooms/hall') })).toEqual([]);
    });

    it('200: as the groups and the invitations are now', async () => {
      const [id] = await school.fill([{ ...at(8), userGroupIds: [choir] }]);
      const path = `/appointments/${id}`;
      const change = async (fields: object) => {
        const { headers } = await school.get(path);
        expect((await school.patch({ path, etag: headers.get('etag') ?? '' }, fields)).status).toBe(200);
      };
      expect(await list()).toEqual([id]);
      await school.group('choir', ['ada']);
      expect(await list()).toEqual([]);
      expect(await list({ userId: school.id('users/ada') })).toEqual([id]);
      await school.group('choir', ['ada', 'ben']);
      expect(await list()).toEqual([id]);
      await change({ userGroupIds: [] });
      expect(await list()).toEqual([]);
      await change({ userGroupIds: [await school.group('new', ['ben'])] });
      expect(await list()).toEqual([id]);
      const { headers } = await school.get(path);
      await school.delete({ path, etag: headers.get('etag') ?? '' });
      expect(await list()).toEqual([]);
    });

    it('200: a person in 100 groups', async () => {
      const refs = Array.from({ length: 99 }, (_, n) => ({ ref: `g${n}`, name: `${n}`, members: ['ben'] }));
      const groups = idsOf(await importRecords(school.institution.operator, 'userGroups', refs));
      const all = await school.fill(
        groups.map((id, n) => ({ ...at(n % 10), userGroupIds: [id, groups[(n + 1) % 99] ?? choir] })),
      );
      expect((await list({ limit: '7' })).toSorted()).toEqual(all.toSorted());
    });
  });
}

const at = (hour: number) => ({ dateTime: `2026-10-12T${String(hour).padStart(2, '0')}:00:00.000Z` });
const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => id);

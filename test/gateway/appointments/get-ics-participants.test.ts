import { beforeEach, describe, expect, it } from 'vitest';
import { appointmentIdsOf, eventsOf } from '../../support/calendar-answers.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';

let school: Timetable;
let ben: string;
let choir: string;

const system = await TestSystem.start();
beforeEach(async () => {
  // A school of its own for each test: ben is in its choir.
  school = await Timetable.in(system);
  [ben, choir] = [school.id('users/ben'), school.id('userGroups/choir')];
});

const at = (hour: number) => ({ dateTime: `2026-10-12T${String(hour).padStart(2, '0')}:00:00.000Z` });

describe('GET /appointments.ics?userId=', () => {
  const calendar = (headers: Record<string, string> = {}) =>
    school.client.get('/appointments.ics', { query: { userId: ben }, headers });

  it('200: the latest first, each once; a deleted one as cancelled; nothing when the person has left', async () => {
    const band = await school.group('band', ['ben']);
    const [one, two] = await school.fill([
      { ...at(8), userGroupIds: [choir, band], userIds: [ben] },
      { ...at(9), userGroupIds: [band] },
      { ...at(10), organizerIds: [ben] },
    ]);
    expect(appointmentIdsOf(await calendar())).toEqual([two, one]);
    const { headers } = await school.get(`/appointments/${two}`);
    await school.delete({ path: `/appointments/${two}`, etag: headers.get('etag') ?? '' });
    const events = eventsOf(await calendar());
    expect(events.map((event) => event.raw('STATUS'))).toEqual(['CANCELLED', 'CONFIRMED']);
    await school.group('band', []);
    expect(appointmentIdsOf(await calendar())).toEqual([one]);
  });

  it('304: until the person joins or leaves a group', async () => {
    await school.fill([{ ...at(8), userIds: [ben] }]);
    const etagOf = async () => (await calendar()).headers.get('etag') ?? '';
    const seen = [await etagOf()];
    for (const members of [['ben'], [], ['ben', 'ada']]) {
      await school.group('silent', members);
      expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(200);
      seen.push(await etagOf());
      expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(304);
    }
    await school.group('silent', ['ben', 'cleo']);
    expect((await calendar({ 'if-none-match': seen.at(-1) ?? '' })).status).toBe(304);
    expect([seen[0], seen[1]]).toEqual([seen[2], seen[3]]);
    expect(new Set(seen).size).toBe(2);
  });
});

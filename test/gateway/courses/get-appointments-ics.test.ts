import { randomUUID } from 'node:crypto';
import ICAL from 'ical.js';
import nodeIcal from 'node-ical';
import { afterAll, describe, expect, it } from 'vitest';
import { present } from '../../../platform/core/present.ts';
import { describeCalendars } from '../../support/describe-calendars.ts';
import { importInto } from '../../support/test-locations.ts';
import { appointmentOf, startTimetables, Timetable } from '../../support/test-timetable.ts';

const { system, school, other } = await startTimetables({ platform: 'own' });
afterAll(() => system.stop());

describeCalendars([
  ['GET /courses/{id}/appointments.ics', (mine) => `/courses/${mine.id('courses/algebra')}/appointments.ics`],
]);

describe('GET /courses/{id}/appointments.ics', () => {
  it('404: an unknown course, a layer, another institution’s course', async () => {
    const ids = [randomUUID(), 'no-uuid', school.id('layers/algebra'), other.id('courses/algebra')];
    for (const id of ids) {
      const { status, body } = await school.get(`/courses/${id}/appointments.ics`);
      expect([id, status, body.code]).toEqual([id, 404, 'resource_not_found']);
    }
  });
});

it('GET /courses/{id}/appointments.ics: 200: every change of what an entry shows is a later version to programs, and nothing makes it an earlier one', async () => {
  const mine = await Timetable.in(system);
  // Younger than the organizer and the room that replace it, as their last change shows.
  system.clock.advance(60_000);
  const body = mine.fullBody();
  let one = await mine.create(body);
  const rename = (ref: string, name: string) => () =>
    mine.client.patch(`/users/${mine.id(`users/${ref}`)}`, { name }, { ifMatch: '*' });
  const renameRoom = (ref: string, name: string) => () =>
    importInto(mine.institution, [{ ref: 'hill', name: 'H', address: 'S', rooms: [{ ref, name }] }]);
  const change = (changed: object) => async () => {
    one = appointmentOf(await mine.patch(one, changed));
  };
  const changes = [
    rename('ben', 'Ben II'),
    renameRoom('attic', 'Loft'),
    change({ organizerIds: [mine.id('users/cleo')] }),
    change({ rooms: (body.rooms as object[]).slice(0, 1) }),
    change({ organizerIds: [mine.id('users/ben')] }),
    () => mine.delete(one),
    rename('ben', 'Ben III'),
  ];
  // No path shows the appointment of another organizer or room: that of the course does.
  const path = `/courses/${mine.id('courses/algebra')}/appointments.ics`;
  const seen: (readonly [lines: string, ...versions: number[]])[] = [];
  const look = async () => {
    const { text } = await mine.get(path);
    const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent('vevent');
    const [read] = Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT');
    if (read?.type !== 'VEVENT') throw new Error('no event');
    const shown = ['location', 'organizer', 'status', 'summary'].map((name) =>
      event?.getFirstProperty(name)?.toICALString(),
    );
    const at = (name: string) =>
      (present(event ?? undefined, 'event').getFirstPropertyValue(name) as ICAL.Time).toJSDate().getTime();
    const versions = [Number(read.sequence), read.dtstamp.getTime(), Number(read.lastmodified)];
    expect([event?.getFirstPropertyValue('sequence'), at('dtstamp'), at('last-modified')]).toEqual(versions);
    seen.push([shown.join(), ...versions]);
  };
  await look();
  for (const [index, each] of changes.entries()) {
    system.clock.advance(60_000);
    await each();
    await look();
    const [before, after] = seen.slice(-2);
    expect(after?.[0], `${index}`).not.toBe(before?.[0]);
    for (const part of [1, 2, 3]) expect(after?.[part], `${index} ${part}`).toBeGreaterThan(Number(before?.[part]));
  }
  system.clock.advance(60_000);
  await renameRoom('attic', 'Elsewhere')();
  await look();
  expect(seen.at(-1)).toEqual(seen.at(-2));
});

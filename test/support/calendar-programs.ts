import ICAL from 'ical.js';
import nodeIcal from 'node-ical';

/** An appointment as a calendar shows it. */
export interface Entry {
  readonly id: string;
  readonly title: string;
  /** When it begins. */
  readonly at: string;
}

/** The appointments that a calendar shows as taking place, as two calendar programs read it, by id. */
export function readByPrograms(text: string): Entry[][] {
  const first = Object.values(nodeIcal.sync.parseICS(text)).flatMap((entry) =>
    entry?.type === 'VEVENT' && entry.status !== 'CANCELLED'
      ? [{ id: idOf(entry.uid), title: String(entry.summary), at: entry.start.toISOString() }]
      : [],
  );
  const second = new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .filter((entry) => entry.getFirstPropertyValue('status') !== 'CANCELLED')
    .map((entry) => new ICAL.Event(entry))
    .map(({ uid, summary, startDate }) => ({ id: idOf(uid), title: summary, at: startDate.toJSDate().toISOString() }));
  return [byId(first), byId(second)];
}

/** What the list of a user's appointments shows of each, by id. */
export function entriesOf(appointments: readonly Listed[]): Entry[] {
  return byId(appointments.map(({ id, title, dateTime }) => ({ id, title, at: dateTime })));
}

export interface Listed {
  readonly id: string;
  readonly title: string;
  readonly dateTime: string;
}

const idOf = (uid: string) => uid.replace(/@lyceum$/, '');
const byId = (entries: Entry[]) => entries.sort((one, other) => (one.id < other.id ? -1 : 1));

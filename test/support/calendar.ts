import { DAY_MS } from '../../platform/core/instant.ts';

/** A line of a calendar, unfolded. */
export interface CalendarProperty {
  readonly name: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Unparsed. */
  readonly raw: string;
}

/** A component of a calendar, parsed strictly: throws on anything RFC 5545 does not allow. */
export class CalendarComponent {
  readonly name: string;
  readonly components: CalendarComponent[] = [];
  readonly properties: CalendarProperty[] = [];

  constructor(name: string) {
    this.name = name;
  }

  all(name: string): CalendarComponent[] {
    return this.components.filter((component) => component.name === name);
  }

  /** The property's unparsed value; undefined when absent. Throws if the property appears twice. */
  raw(name: string): string | undefined {
    return this.property(name)?.raw;
  }

  /** The property's TEXT value (3.3.11), unescaped. */
  text(name: string): string | undefined {
    const raw = this.raw(name);
    if (raw === undefined) return undefined;
    if (!/^(?:[^\\;,]|\\[\\;,nN])*$/.test(raw)) throw new Error(`${name} is not a TEXT value: ${raw}`);
    return raw.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped.toLowerCase() === 'n' ? '\n' : escaped));
  }

  property(name: string): CalendarProperty | undefined {
    const [first, ...others] = this.properties.filter((each) => each.name === name);
    if (others.length > 0) throw new Error(`${this.name} has ${name} more than once`);
    return first;
  }
}

/** Parses a calendar as strictly as RFC 5545 defines it: line ends, folding, characters, nesting. */
export function readCalendar(text: string): CalendarComponent {
  if (!text.endsWith('\r\n')) throw new Error('the last line has no end');
  const lines = text.slice(0, -2).split('\r\n');
  for (const line of lines) {
    if (Buffer.byteLength(line) > 75) throw new Error(`a line of ${Buffer.byteLength(line)} octets: ${line}`);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test looks for control characters.
    if (/[\u0000-\u0008\u000a-\u001f\u007f]/.test(line))
      throw new Error(`a control character: ${JSON.stringify(line)}`);
    if (!line.isWellFormed()) throw new Error(`a character split across two lines: ${line}`);
  }
  const root = new CalendarComponent('');
  const open = [root];
  for (const line of lines
    .join('\r\n')
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n')) {
    const property = readLine(line);
    const within = open.at(-1) as CalendarComponent;
    if (property.name === 'BEGIN') {
      const component = new CalendarComponent(property.raw);
      within.components.push(component);
      open.push(component);
    } else if (property.name === 'END') {
      if (open.pop()?.name !== property.raw) throw new Error(`${line} ends what did not begin`);
    } else {
      within.properties.push(property);
    }
  }
  const [calendar] = root.components;
  if (
    open.length !== 1 ||
    root.components.length !== 1 ||
    calendar?.name !== 'VCALENDAR' ||
    root.properties.length > 0
  ) {
    throw new Error('not one calendar');
  }
  return calendar;
}

function readLine(line: string): CalendarProperty {
  const match = /^([A-Z][A-Z0-9-]*)((?:;[A-Z][A-Z0-9-]*=(?:"[^"]*"|[^";:,]*))*):(.*)$/u.exec(line);
  if (!match) throw new Error(`not a content line: ${line}`);
  const [, name = '', list = '', raw = ''] = match;
  const parameters = [...list.matchAll(/;([^=]+)=(?:"([^"]*)"|([^";:,]*))/g)].map(([, key, quoted, bare]) => [
    key,
    quoted ?? bare,
  ]);
  return { name, parameters: Object.fromEntries(parameters), raw };
}

/** A component's date-time in epoch milliseconds, from the calendar alone: `Z`, or its own VTIMEZONE. */
export function instantOf(calendar: CalendarComponent, property: CalendarProperty | undefined): number {
  const match = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(Z?)$/.exec(property?.raw ?? '');
  if (!property || !match) throw new Error(`not a date-time: ${property?.raw}`);
  const [year = 0, month = 0, ...rest] = match.slice(1, 7).map(Number);
  const wall = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  const { TZID } = property.parameters;
  if ((match[7] === 'Z') !== (TZID === undefined)) throw new Error(`neither in UTC nor in a zone: ${property.raw}`);
  if (TZID === undefined) return wall;
  const zone = calendar.all('VTIMEZONE').find((each) => each.raw('TZID') === TZID);
  if (!zone) throw new Error(`no VTIMEZONE ${TZID}`);
  const onsets = zone.components.flatMap(onsetsOf).sort((one, other) => one.wall - other.wall);
  const latest = onsets.findLast((onset) => onset.wall <= wall);
  return wall - (latest?.to ?? onsets[0]?.from ?? Number.NaN);
}

interface Onset {
  readonly wall: number;
  readonly from: number;
  readonly to: number;
}

/** Every onset of an observance up to the year 2100, found by checking each day against its rule. */
function onsetsOf(observance: CalendarComponent): Onset[] {
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map((name) => offsetOf(observance.raw(name) ?? '')) as [
    number,
    number,
  ];
  const start = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/.exec(observance.raw('DTSTART') ?? '');
  const [year = 0, month = 0, ...rest] = (start ?? []).slice(1).map(Number);
  const first = Date.UTC(year, month - 1, ...(rest as [number, number, number, number]));
  const rule = observance.raw('RRULE');
  if (rule === undefined) return [{ wall: first, from, to }];
  const [, inMonth, nth, weekday] = /^FREQ=YEARLY;BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)$/.exec(rule) ?? [];
  if (weekday === undefined) throw new Error(`unsupported rule: ${rule}`);
  const onsets: Onset[] = [];
  for (let wall = first; wall < Date.UTC(2100); wall += DAY_MS) {
    const at = new Date(wall);
    const isInMonth = at.getUTCMonth() + 1 === Number(inMonth);
    if (!isInMonth || ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'][at.getUTCDay()] !== weekday) continue;
    const daysBehind = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate() - at.getUTCDate();
    const ordinal = Number(nth) > 0 ? Math.ceil(at.getUTCDate() / 7) : -Math.floor(daysBehind / 7) - 1;
    if (ordinal === Number(nth)) onsets.push({ wall, from, to });
  }
  return onsets;
}

function offsetOf(text: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)$/.exec(text) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
}

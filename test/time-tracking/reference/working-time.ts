import type { TrackedTime } from '../../../services/timetracking/domain/hours.ts';

/**
 * What the statutes say, read once more, and computed without any of the product's code: the time of a person is cut
 * into pieces, of which each is work or none, on one local day.
 */
export interface Statute {
  /** Over how much work, how much of breaks, of which each is how long at least. */
  readonly breaks: readonly (readonly [over: number, sum: number, each: number])[];
  readonly stretch?: readonly [most: number, each: number];
  readonly shortRest?: number;
  /** From a date on, which is the most. */
  readonly day?: readonly (readonly [from: string, most: number])[];
  readonly span?: number;
  readonly weeks?: number;
  readonly sundays?: 'midnight' | 'eleven';
  readonly holidays?: 'midnight' | 'eleven';
}

export const STATUTES: Readonly<Record<string, Statute>> = {
  'de-arbzg': {
    ...{
      breaks: [[360, 30, 15] as const, [540, 45, 15] as const],
      stretch: [360, 15],
      day: [['', 600] as const],
      weeks: 24,
    },
    ...{ sundays: 'midnight', holidays: 'midnight' },
  },
  'at-azg': {
    breaks: [[360, 30, 10]],
    day: [
      ['', 600],
      ['2018-09-01', 720],
    ],
    ...{ weeks: 17, sundays: 'midnight', holidays: 'midnight' },
  },
  'nl-atw': {
    ...{
      breaks: [[330, 30, 15] as const, [600, 45, 15] as const],
      shortRest: 480,
      day: [['', 720] as const],
      weeks: 16,
    },
    sundays: 'midnight',
  },
  'ch-arg': {
    breaks: [
      [330, 15, 15],
      [420, 30, 30],
      [540, 60, 15],
    ],
    ...{ stretch: [330, 15], shortRest: 480, span: 840, sundays: 'eleven', holidays: 'eleven' },
  },
  'eu-2003-88': { breaks: [[360, 1, 1]], weeks: 17 },
};

/** A finding in short. */
export type Told = readonly [rule: string, date: string, actual: number, limit: number, ids: string, more: string];

type Closed = TrackedTime & { readonly end: number };

interface Piece {
  readonly start: number;
  readonly end: number;
  readonly isWork: boolean;
}

const MINUTE = 60_000;
const minutes = (ms: number) => Math.floor(ms / MINUTE);
const dateIn = (zone: string, at: number) =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone).toPlainDate();

export interface Asked {
  readonly statute: string;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  readonly holidays: readonly string[];
  readonly now: number;
}

/** The findings of a person, sorted. */
export function told(records: readonly TrackedTime[], { statute, zone, from, to, holidays, now }: Asked): Told[] {
  const law = STATUTES[statute] as Statute;
  const closed = records.filter((each): each is Closed => each.end !== null);
  const days = workingDays(closed, zone);
  const found: Told[] = [];
  const tell = (
    rule: string,
    date: string,
    [actual, limit]: [number, number],
    of: readonly Closed[],
    notice = false,
  ) => {
    const more = [notice ? 'notice' : 'violation', ...(of.some((each) => each.autoClosed) ? ['unsure'] : [])].join(' ');
    found.push([rule, date, actual, limit, of.map(({ id }) => id).join(' '), more]);
  };

  for (const [index, day] of days.entries()) {
    const [first, before] = [day[0] as Closed, days[index - 1]?.at(-1)];
    const date = dateIn(zone, first.start).toString();
    const rest = before ? minutes(first.start - before.end) : 10_000;
    if (before && rest < 660)
      tell('rest_too_short', date, [rest, 660], [before, first], rest >= (law.shortRest ?? 660));

    const pieces = piecesOf(day);
    const work = pieces.filter(({ isWork }) => isWork);
    const [begin, over] = [work[0]?.start ?? 0, work.at(-1)?.end ?? 0];
    const worked = minutes(length(work));
    const idle = joined(pieces.filter((each) => !each.isWork && each.start >= begin && each.end <= over));
    const need = law.breaks.filter(([than]) => worked > than).at(-1);
    if (need) {
      const taken = minutes(length(idle.filter((each) => minutes(each.end - each.start) >= need[2])));
      if (taken < need[1]) tell('break_too_short', date, [taken, need[1]], day);
    }
    if (law.stretch) {
      const [most, each] = law.stretch;
      const breaks = idle.filter((one) => minutes(one.end - one.start) >= each);
      const edges = [Number.NEGATIVE_INFINITY, ...breaks.map(({ start }) => start), Number.POSITIVE_INFINITY];
      const stretches = edges.map((edge, at) =>
        length(work.filter((one) => one.start >= edge && one.end <= (edges[at + 1] ?? edge))),
      );
      const longest = minutes(Math.max(0, ...stretches));
      if (longest > most) tell('stretch_too_long', date, [longest, most], day);
    }
    const most = law.day?.filter(([since]) => since <= date).at(-1)?.[1];
    if (most && worked > most) tell('day_too_long', date, [worked, most], day);
    if (law.span && minutes(over - begin) > law.span)
      tell('day_too_long', date, [minutes(over - begin), law.span], day);
  }

  const dated = closed.flatMap((record) =>
    piecesOf([record]).map((piece) => {
      const [date, later] = [piece.start, piece.start + 60 * MINUTE].map((at) => dateIn(zone, at).toString());
      return { ...piece, record, date: date as string, later: later as string };
    }),
  );
  for (let date = Temporal.PlainDate.from(from); date.toString() < to; date = date.add({ days: 1 })) {
    const rules = [
      ['sunday_work', date.dayOfWeek === 7 ? law.sundays : undefined],
      ['holiday_work', holidays.includes(date.toString()) ? law.holidays : undefined],
    ] as const;
    for (const [rule, since] of rules) {
      if (!since) continue;
      const work = dated.filter(
        (each) => each.isWork && (since === 'eleven' ? each.later : each.date) === date.toString(),
      );
      const of = closed.filter((record) => work.some((each) => each.record === record));
      const sum = minutes(length(work));
      if (sum > 0) tell(rule, date.toString(), [sum, 0], of, true);
    }
    if (law.weeks && date.dayOfWeek === 7 && dateIn(zone, now).toString() > date.toString()) {
      const within = (days: number) => {
        const first = date.subtract({ days: days - 1 }).toString();
        return dated.filter((each) => first <= each.date && each.date <= date.toString());
      };
      const average = minutes(length(within(7 * law.weeks).filter(({ isWork }) => isWork)) / law.weeks);
      const last = new Set(within(7).map(({ record }) => record));
      if (average > 2_880) tell('average_too_long', date.toString(), [average, 2_880], [...last]);
    }
  }
  return found
    .filter(([, date]) => from <= date && date < to)
    .sort((one, other) => (one.join() < other.join() ? -1 : 1));
}

function workingDays(records: readonly Closed[], zone: string): Closed[][] {
  const days: Closed[][] = [];
  for (const record of records) {
    const before = days.at(-1)?.at(-1);
    const gap = before ? record.start - before.end : Number.POSITIVE_INFINITY;
    const isLater = before && dateIn(zone, record.start).toString() > dateIn(zone, before.start).toString();
    if (!before || minutes(gap) >= 660 || (isLater && minutes(gap) > 240)) days.push([record]);
    else days.at(-1)?.push(record);
  }
  return days;
}

/** From the first beginning to the last end, cut at each quarter of an hour, too: where all zones change days. */
function piecesOf(records: readonly Closed[]): Piece[] {
  const [from, to] = [records[0]?.start ?? 0, records.at(-1)?.end ?? 0];
  const edges = records.flatMap(({ start, end, pauses }) => [
    start,
    end,
    ...pauses.flatMap((p) => [p.start, p.end ?? end]),
  ]);
  for (let at = Math.ceil(from / (15 * MINUTE)) * 15 * MINUTE; at < to; at += 15 * MINUTE) edges.push(at);
  const sorted = [...new Set(edges)].sort((a, b) => a - b);
  return sorted.slice(1).map((end, index) => {
    const start = sorted[index] as number;
    const record = records.find((each) => each.start <= start && each.end >= end);
    const isPaused = record?.pauses.some((pause) => pause.start <= start && (pause.end ?? record.end) >= end);
    return { start, end, isWork: record !== undefined && !isPaused };
  });
}

/** Pieces that touch as one. */
function joined(pieces: readonly Piece[]): Piece[] {
  const all: Piece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last?.end === piece.start) all[all.length - 1] = { ...last, end: piece.end };
    else all.push(piece);
  }
  return all;
}

function length(pieces: readonly Piece[]): number {
  return pieces.reduce((sum, { start, end }) => sum + end - start, 0);
}

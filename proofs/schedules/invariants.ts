import { codeOf, textOf } from './outcome.ts';
import type { Evidence, Sent } from './run.ts';
import { operatorOf } from './scenario.ts';

/** What must hold after every run, whatever its schedule. */
export interface Invariant {
  readonly name: string;
  /** What breaks it; undefined if it holds. */
  breach(evidence: Evidence): string | undefined;
}

export const invariants: readonly Invariant[] = [
  {
    name: 'no command fails by a fault of the product',
    breach: ({ sent }) =>
      answersOf(sent)
        .map(codeOf)
        .find((code) => FAULTS.has(code ?? '')),
  },
  {
    name: 'without a crash nothing is unavailable',
    breach: ({ sent, crashes }) =>
      crashes === 0 && answersOf(sent).some((answer) => codeOf(answer) === 'DEPENDENCY_UNAVAILABLE')
        ? 'DEPENDENCY_UNAVAILABLE'
        : undefined,
  },
  {
    name: 'a key is in flight only while its first request runs',
    breach: ({ sent }) => {
      const refused = sent.flatMap((each) => each.answers.filter(isInFlight).map(({ from }) => ({ each, from })));
      const wrong = refused.find(({ each, from }) => {
        const twins = sent.filter(({ command }) => command.key === each.command.key);
        return (
          twins.length === 1 ||
          twins.some(({ answers }) => answers.some(({ answer, at }) => at <= from && !codeOf(answer)))
        );
      });
      return wrong && `${wrong.each.command.name} from step ${wrong.from} on`;
    },
  },
  {
    name: 'a key has one effect, and each request with it the same answer',
    breach: ({ sent }) => {
      const byKey = Map.groupBy(sent, ({ command }) => command.key);
      for (const [key, twins] of byKey) {
        const successes = answersOf(twins).filter((answer) => codeOf(answer) === undefined);
        if (new Set(successes.map((answer) => textOf(answer))).size > 1) return key;
      }
      return undefined;
    },
  },
  {
    name: 'no two records of a member overlap, and at most one is open',
    breach: ({ plan, records }) => {
      if (plan.service !== 'timetracking') return undefined;
      const times = records.map(
        ({ record }) => [record.start_time as string, record.end_time as string | null] as const,
      );
      return times.some(
        ([, end], index) => index + 1 < times.length && (end === null || end > (times[index + 1]?.[0] ?? '')),
      )
        ? JSON.stringify(times)
        : undefined;
    },
  },
  {
    name: 'no room is taken twice at once, and the taken rooms are those of the appointments',
    breach: ({ plan, records }) => {
      if (plan.service !== 'scheduling') return undefined;
      const taken = records.flatMap(({ record }) => bookingsOf(record));
      const meets = taken.some((one, index) =>
        taken
          .slice(index + 1)
          .some((other) => one.room === other.room && one.start < other.end && other.start < one.end),
      );
      const stored = records.flatMap(({ record }) => (record.bookings as { room_id: string }[] | null) ?? []);
      const rooms = (all: readonly string[]) => all.toSorted().join();
      const areSame = rooms(stored.map(({ room_id }) => room_id)) === rooms(taken.map(({ room }) => room));
      return meets || !areSame ? JSON.stringify({ taken, stored }) : undefined;
    },
  },
  {
    name: 'administrators do not remove the last of them, and are counted',
    breach: ({ plan, sent, records }) => {
      if (plan.service !== 'identity') return undefined;
      const all = records.map(({ record }) => record as { readonly counted: number });
      const isByOperator = sent.some(({ command: { as } }) => as === operatorOf);
      const isWell = (all.length > 0 || isByOperator) && all.every(({ counted }) => counted === all.length);
      return isWell ? undefined : JSON.stringify(all);
    },
  },
  {
    name: 'some serial order explains all answers, records, events and audit records',
    breach: ({ text, unexplained }) =>
      unexplained?.reduce((all, each) => `${all}\n  ${each}`, `${text}\n  instead of one of`),
  },
  {
    name: 'the events of an aggregate reach the bus completely and in order',
    breach: ({ published, outbox }) => {
      const first = new Map(published.map(({ id }, at) => [id, at] as const).toReversed());
      for (const events of Map.groupBy(outbox, ({ aggregate }) => aggregate).values()) {
        const places = events.map(({ id }) => first.get(id) ?? -1);
        if (places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))) return places.join(', ');
      }
      return undefined;
    },
  },
  {
    name: 'a relay that has lost its lock begins no publication',
    breach: ({ published }) => published.find(({ isHeld }) => !isHeld)?.relay,
  },
];

const FAULTS = new Set(['INTERNAL', 'DEADLINE_EXCEEDED']);

function isInFlight({ answer }: { readonly answer: unknown }): boolean {
  return codeOf(answer) === 'KEY_IN_FLIGHT';
}

function answersOf(sent: readonly Sent[]): unknown[] {
  return sent.flatMap(({ answers }) => answers.map(({ answer }) => answer));
}

/** When an appointment that is not deleted needs its rooms. */
function bookingsOf(appointment: Readonly<Record<string, unknown>>) {
  if (appointment.deleted_at !== null) return [];
  const start = Date.parse(appointment.date_time as string);
  const end = start + (appointment.duration as number) * 60_000;
  return (appointment.room_ids as readonly string[]).map((room) => ({ room, start, end }));
}

import { codeOf, textOf } from './outcome.ts';
import type { Evidence, Sent } from './run.ts';
import { operatorOf } from './scenario.ts';

/** What must hold after every run, whatever its schedule, each with what breaks it: undefined if it holds. */
export const invariants: Readonly<Record<string, (evidence: Evidence) => string | undefined>> = {
  'no command fails by a fault of the product': ({ sent }) =>
    answersOf(sent)
      .map(codeOf)
      .find((code) => FAULTS.has(code ?? '')),
  'without a crash nothing is unavailable': ({ sent, crashes }) =>
    crashes === 0 && answersOf(sent).some((answer) => codeOf(answer) === 'DEPENDENCY_UNAVAILABLE')
      ? 'DEPENDENCY_UNAVAILABLE'
      : undefined,
  'a key is in flight only while its first request runs': ({ sent }) => {
    const inFlight = ({ answers }: Sent) => answers.filter(({ answer }) => codeOf(answer) === 'KEY_IN_FLIGHT');
    const refused = sent.flatMap((each) => inFlight(each).map(({ from }) => ({ each, from })));
    const wrong = refused.find(({ each, from }) => {
      const twins = sent.filter(({ command }) => command.key === each.command.key);
      return (
        twins.length === 1 ||
        twins.some(({ answers }) => answers.some(({ answer, at }) => at <= from && !codeOf(answer)))
      );
    });
    return wrong && `${wrong.each.command.name} from step ${wrong.from} on`;
  },
  'a key has one effect, and each request with it the same answer': ({ sent }) => {
    const answers = (twins: readonly Sent[]) => answersOf(twins).filter((answer) => codeOf(answer) === undefined);
    const byKey = [...Map.groupBy(sent, ({ command }) => command.key)];
    return byKey.find(([, twins]) => new Set(answers(twins).map((answer) => textOf(answer))).size > 1)?.[0];
  },
  'no two records of a member overlap, and at most one is open': ({ plan, records }) => {
    if (plan.service !== 'timetracking') return undefined;
    const times = records.map(({ record }) => [record.start_time as string, record.end_time as string | null] as const);
    const meets = times.slice(1).some(([start], before) => (times[before]?.[1] ?? '9') > start);
    return meets ? JSON.stringify(times) : undefined;
  },
  'no room is taken twice at once, and the taken rooms are those of the appointments': ({ plan, records }) => {
    if (plan.service !== 'scheduling') return undefined;
    const taken = records.flatMap(({ record }) => bookingsOf(record));
    const meets = taken.some((one, index) =>
      taken.slice(index + 1).some((other) => one.room === other.room && one.start < other.end && other.start < one.end),
    );
    const stored = records.flatMap(({ record }) => (record.bookings as { room_id: string }[] | null) ?? []);
    const rooms = (all: readonly string[]) => all.toSorted().join();
    const areSame = rooms(stored.map(({ room_id }) => room_id)) === rooms(taken.map(({ room }) => room));
    return meets || !areSame ? JSON.stringify({ taken, stored }) : undefined;
  },
  'administrators do not remove the last of them, and are counted': ({ plan, sent, records }) => {
    if (plan.service !== 'identity') return undefined;
    const all = records.map(({ record }) => record as { readonly counted: number });
    const isByOperator = sent.some(({ command: { as } }) => as === operatorOf);
    const isWell = (all.length > 0 || isByOperator) && all.every(({ counted }) => counted === all.length);
    return isWell ? undefined : JSON.stringify(all);
  },
  'some serial order explains all answers, records, events and audit records': ({ text, unexplained }) =>
    unexplained?.reduce((all, each) => `${all}\n  ${each}`, `${text}\n  instead of one of`),
  'the events of an aggregate reach the bus completely and in order': ({ published, outbox }) => {
    const first = new Map(published.map(({ id }, at) => [id, at] as const).toReversed());
    for (const events of Map.groupBy(outbox, ({ aggregate }) => aggregate).values()) {
      const places = events.map(({ id }) => first.get(id) ?? -1);
      if (places.some((place, index) => place < 0 || place < (places[index - 1] ?? 0))) return places.join(', ');
    }
    return undefined;
  },
  'a relay that has lost its lock begins no publication': ({ published }) =>
    published.find(({ isHeld }) => !isHeld)?.relay,
};

const FAULTS = new Set(['INTERNAL', 'DEADLINE_EXCEEDED']);

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

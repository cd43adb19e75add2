import type { Phase } from '../injections/fault.ts';
import type { WriteRecord } from '../traffic/journal.ts';
import { type EventWait, type Evidence, type OutboxRow, shownByFeeds } from './evidence.ts';

export interface Verdict {
  /** Acknowledged writes with a missing row or a missing event. */
  readonly lost: readonly WriteRecord[];
  /** Writes with a duplicate row or a duplicate event. */
  readonly doubled: readonly WriteRecord[];
  /** Descriptions of all other violations. */
  readonly broken: readonly string[];
}

/**
 * Compares the replies that clients got with the stored data. Each write has a known first success or a final
 * rejection.
 */
export function judge(writes: readonly WriteRecord[], evidence: Evidence): Verdict {
  const eventsByRequest = Map.groupBy(evidence.messages, ({ requestId }) => requestId);
  const lost: WriteRecord[] = [];
  const doubled: WriteRecord[] = [];
  const broken: string[] = [];
  const known = new Set<string>();
  for (const record of writes) {
    const { write, answer } = record;
    const rows = write.marks.map((mark) => evidence.marks.get(mark) ?? []);
    for (const mark of write.marks) known.add(mark);
    if (!answer) {
      if (rows.some(({ length }) => length > 0)) broken.push(`${write.kind} was refused, and is there: ${write.key}`);
      continue;
    }
    const events = (eventsByRequest.get(answer.body.meta.requestId) ?? []).filter(
      ({ type }) => type === write.eventType,
    );
    if (rows.some(({ length }) => length === 0) || events.length < rows.length) lost.push(record);
    if (rows.some(({ length }) => length > 1) || events.length > rows.length) doubled.push(record);
    const ids = write.idsIn(answer);
    if (ids.length !== rows.length || rows.some(([id], index) => id !== undefined && id !== ids[index]))
      broken.push(`${write.kind} has another id than its answer says, or is not whole: ${write.key}`);
  }
  const strange = [...evidence.marks.keys()].filter((mark) => !known.has(mark));
  if (strange.length > 0)
    broken.push(`nobody has written ${strange.length} records: ${strange.slice(0, 3).join(', ')}`);
  if (evidence.stuckEvents > 0) broken.push(`${evidence.stuckEvents} events are stuck in an outbox, or dead letters`);
  return {
    lost,
    doubled,
    broken: [
      ...[...broken, ...evidence.dataFaults],
      ...[...judgeEvents(evidence), ...judgeFeed(evidence), ...judgeWebhooks(evidence)],
    ],
  };
}

/** Checks that every event of an outbox is in the stream once, and follows the earlier events of its aggregate. */
function judgeEvents({ outbox, messages, feed }: Evidence): string[] {
  const streamed = firstPositions(messages);
  const own = new Set(outbox.map(({ id }) => id));
  const disordered = (positions: ReadonlyMap<string, number>) => {
    const present = outbox.filter(({ id }) => positions.has(id));
    const aggregates = Map.groupBy(present, ({ service, aggregateId }) => `${service} ${aggregateId}`);
    return [...aggregates.values()].filter((events) => !isInOrder(events, positions)).length;
  };
  return counted([
    [messages.length - streamed.size, (n) => `${n} events are in the stream more than once`],
    [outbox.filter(({ id }) => !streamed.has(id)).length, (n) => `${n} events are not in the stream`],
    [[...streamed.keys()].filter((id) => !own.has(id)).length, (n) => `${n} events in the stream are in no outbox`],
    [disordered(streamed), (n) => `events of ${n} aggregates are out of order in the stream`],
    [disordered(firstPositions(feed.recorded)), (n) => `events of ${n} aggregates are out of order in the feed`],
  ]);
}

/**
 * Checks that the feeds have every event of the outboxes once, and that the reader saw the events of its feed in their
 * order.
 */
function judgeFeed({ outbox, feed: { recorded, seen, institutionId } }: Evidence): string[] {
  const ids = new Set(recorded.map(({ id }) => id));
  const own = recorded.filter((event) => event.institutionId === institutionId).map(({ id }) => id);
  const isOther = own.length !== seen.length || own.some((id, index) => seen[index] !== id);
  return counted([
    [recorded.length - ids.size, (n) => `${n} events are in the feed more than once`],
    [shownByFeeds(outbox).filter(({ id }) => !ids.has(id)).length, (n) => `${n} events are not in the feed`],
    [
      Number(isOther),
      () => `the reader of the feed was shown ${seen.length} of ${own.length} events, or others, or in another order`,
    ],
  ]);
}

/**
 * Checks that the receiver accepted every event, got no event of a resource before it accepted the previous one, and
 * got none of another institution.
 */
function judgeWebhooks({ webhooks: { expected, log }, feed: { recorded, institutionId } }: Evidence): string[] {
  const [sent, accepted] = (['sent', 'accepted'] as const).map((what) =>
    firstPositions(log, (entry) => entry.what === what),
  ) as [Map<string, number>, Map<string, number>];
  const own = new Set(recorded.filter((event) => event.institutionId === institutionId).map(({ id }) => id));
  const resources = [...Map.groupBy(expected, ({ resourceId }) => resourceId).values()];
  const isEarly = (id: string, before: string) => (accepted.get(before) ?? Infinity) > (sent.get(id) ?? Infinity);
  const early = resources.filter((events) => events.some(({ id }, n) => n > 0 && isEarly(id, events[n - 1]?.id ?? '')));
  return counted([
    [
      expected.filter(({ id }) => !accepted.has(id)).length,
      (n) => `${n} events were not accepted by the receiver of webhooks`,
    ],
    [
      [...sent.keys()].filter((id) => !own.has(id)).length,
      (n) => `the receiver of webhooks was sent ${n} events that its feed does not have`,
    ],
    [early.length, (n) => `webhooks of ${n} resources came before the one before was accepted`],
  ]);
}

/**
 * The longest time that an event waits when the process that delivers it hangs, in milliseconds: see `docs/events.md`.
 */
export const TAKEOVER_MS = 10_000;

/**
 * Describes the events that waited in their outbox for longer than `atMostMs`. The time of a fault that delays events
 * is not counted, nor the time after it until requests succeed again.
 */
export function judgeWaits(waits: readonly EventWait[], phases: readonly Phase[], atMostMs: number): string[] {
  const outages = phases.filter(({ fault }) => fault.holdsEvents);
  const wall = (ms: number) => performance.timeOrigin + ms;
  return waits.flatMap(({ type, from, to }) => {
    const held = outages.map(({ began, ended }) => Math.min(to, wall(ended)) - Math.max(from, wall(began)));
    const waitedMs = to - from - held.filter((ms) => ms > 0).reduce((sum, ms) => sum + ms, 0);
    return waitedMs > atMostMs ? [`an event ${type} waited for ${Math.round(waitedMs)} ms`] : [];
  });
}

/** Those of which there are any, in words. */
function counted(findings: readonly (readonly [count: number, inWords: (count: number) => string])[]): string[] {
  return findings.filter(([count]) => count > 0).map(([count, inWords]) => inWords(count));
}

/**
 * Whether each event of an aggregate comes after all earlier ones, except those that were published together with it.
 */
function isInOrder(events: readonly OutboxRow[], positions: ReadonlyMap<string, number>): boolean {
  let lastOfEarlier = -1;
  let lastOfRun = -1;
  let run: OutboxRow | undefined;
  return events
    .toSorted((a, b) => a.sequence - b.sequence)
    .every((event) => {
      if (!run || run.requestId !== event.requestId || run.type !== event.type) {
        run = event;
        lastOfEarlier = lastOfRun;
      }
      const position = positions.get(event.id) ?? 0;
      lastOfRun = Math.max(lastOfRun, position);
      return position > lastOfEarlier;
    });
}

/** The position at which each event first occurs, of those that match. */
function firstPositions<E extends { readonly id: string }>(events: readonly E[], matches = (_: E) => true) {
  const positions = new Map<string, number>();
  for (const [position, event] of events.entries())
    if (matches(event) && !positions.has(event.id)) positions.set(event.id, position);
  return positions;
}

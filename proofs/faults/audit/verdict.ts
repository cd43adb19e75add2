import type { WriteRecord } from '../traffic/journal.ts';
import type { Evidence, OutboxRow } from './evidence.ts';
import { judgeFeed } from './feed.ts';
import { judgeWebhooks } from './webhooks.ts';

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
      ...broken,
      ...evidence.dataFaults,
      ...judgeEvents(evidence),
      ...judgeFeed(evidence),
      ...judgeWebhooks(evidence),
    ],
  };
}

/** Checks that every event of an outbox is in the stream once, and follows the earlier events of its aggregate. */
function judgeEvents({ outbox, messages, feed }: Evidence): string[] {
  const broken: string[] = [];
  const streamed = firstPositions(messages);
  if (streamed.size < messages.length)
    broken.push(`${messages.length - streamed.size} events are in the stream more than once`);
  const missing = outbox.filter(({ id }) => !streamed.has(id)).length;
  if (missing > 0) broken.push(`${missing} events are not in the stream`);
  const own = new Set(outbox.map(({ id }) => id));
  const strange = [...streamed.keys()].filter((id) => !own.has(id)).length;
  if (strange > 0) broken.push(`${strange} events in the stream are in no outbox`);
  for (const [name, positions] of [
    ['in the stream', streamed],
    ['in the feed', firstPositions(feed.recorded)],
  ] as const) {
    const present = outbox.filter(({ id }) => positions.has(id));
    const aggregates = Map.groupBy(present, ({ service, aggregateId }) => `${service} ${aggregateId}`);
    const wrong = [...aggregates.values()].filter((events) => !isInOrder(events, positions));
    if (wrong.length > 0) broken.push(`events of ${wrong.length} aggregates are out of order ${name}`);
  }
  return broken;
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

/** The position at which each event first occurs. */
function firstPositions(events: readonly { readonly id: string }[]): Map<string, number> {
  const positions = new Map<string, number>();
  for (const [position, { id }] of events.entries()) if (!positions.has(id)) positions.set(id, position);
  return positions;
}

import { DAY_MS, toInstantText } from '../../platform/core/instant.ts';
import { type Checked, inSnapshot, MAX_NAMED, type SnapshotClient } from '../../platform/data/invariants.ts';
import { FIRST_SERVER } from '../../platform/data/placements.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';

/** How the feed and an outbox are compared. */
export interface Comparison {
  readonly service: string;
  readonly feedUrl: string;
  /** When the feed had recorded its last event before the outbox's snapshot began; null for an empty feed. */
  readonly recordedUntil: string | null;
  /** The present, in epoch milliseconds: outboxes keep their events for three days. */
  readonly now: number;
  /** Whether nothing is under way: then the feed has everything that was published. */
  readonly isSettled: boolean;
}

/**
 * Compares a service's outbox with the feed, both in the order of ids, so that memory holds a page of each. What was
 * published reaches the feed within minutes, even if the bus lost it; an hour is allowed, measured at the feed, which
 * may be late as a whole. And a feed has nothing that no outbox had. Both without the events of institutions whose rows
 * are on another server, and so in its outbox.
 * @param outbox a snapshot of the service's database
 */
export async function compareWithFeed(outbox: SnapshotClient, comparison: Comparison): Promise<Checked[]> {
  const { service, feedUrl, recordedUntil, now, isSettled } = comparison;
  const types = Object.keys(feedTypes).filter((type) => type.startsWith(`lyceum.${service}.`));
  if (types.length === 0) return [];
  const until = recordedUntil ?? '-infinity';
  const due = isSettled ? 'infinity' : until;
  const missing = new Tally(`published events of ${service} are in the feed`);
  const strange = new Tally(`events of ${service} in the feed are in its outbox, or older than it`);
  const [known] = (await outbox.query<{ at: string; server: string }>(OLDEST)).rows;
  await inSnapshot(feedUrl, async (feed) => {
    const shown = types.map((type) => feedTypes[type]?.type);
    const stored = rowsOf(outbox, OUTBOX, [types, due, known?.server]);
    const recorded = rowsOf(feed, FEED, [shown, known?.at, until, toInstantText(now - 2 * DAY_MS), known?.server]);
    let [own, other] = [await stored.next(), await recorded.next()];
    while (!own.done || !other.done) {
      const isStored = !own.done && (other.done || own.value.id <= other.value.id);
      const isRecorded = !other.done && (own.done || other.value.id <= own.value.id);
      if (isStored && !own.done) missing.count(own.value, !isRecorded);
      if (isRecorded && !other.done) strange.count(other.value, !isStored);
      if (isStored) own = await stored.next();
      if (isRecorded) other = await recorded.next();
    }
  });
  return [missing, strange];
}

/** When a feed has recorded its last event; null if it is empty. */
export async function recordedUntil(feed: SnapshotClient): Promise<string | null> {
  return (
    (await feed.query<{ at: string | null }>('SELECT max(recorded_at)::text AS at FROM events')).rows[0]?.at ?? null
  );
}

interface Row {
  readonly id: string;
  /** Whether its counterpart must exist. */
  readonly counts: boolean;
}

class Tally implements Checked {
  readonly invariant: string;
  readonly ids: string[] = [];
  rows = 0;
  broken = 0;

  constructor(invariant: string) {
    this.invariant = invariant;
  }

  count({ id, counts }: Row, isAlone: boolean): void {
    this.rows++;
    if (!isAlone || !counts) return;
    this.broken++;
    if (this.ids.length < MAX_NAMED) this.ids.push(id);
  }
}

/** The rows of a query, page by page. */
async function* rowsOf(
  client: SnapshotClient,
  text: string,
  values: readonly unknown[],
): AsyncGenerator<Row, undefined> {
  await client.query(`DECLARE compared NO SCROLL CURSOR FOR ${text}`, [...values]);
  for (;;) {
    const { rows } = await client.query<Row>(`FETCH ${PAGE} FROM compared`);
    if (rows.length === 0) return;
    yield* rows;
  }
}

const PAGE = 5_000;

const OLDEST = `SELECT coalesce(min(occurred_at), 'infinity')::text AS at,
  coalesce((SELECT server FROM own_server), '${FIRST_SERVER}') AS server FROM outbox`;

/** The rows of institutions on a server. */
const fromServer = (table: string, server: string) => `FROM ${table} LEFT JOIN placements USING (institution_id)
  WHERE coalesce(server, '${FIRST_SERVER}') = ${server}`;

const OUTBOX = `SELECT id, coalesce(published_at < $2::timestamptz - interval '1 hour', false) AS counts
  ${fromServer('outbox', '$3')} AND type = ANY($1) ORDER BY id`;

/** An event may be recorded before it occurred, by another clock. Partitions are days of recording. */
const FEED = `SELECT id, recorded_at <= $3::timestamptz AND occurred_at > $4::timestamptz AS counts
  ${fromServer('events', '$5')} AND type = ANY($1) AND recorded_at > least($2::timestamptz, $4::timestamptz) - interval '1 day' ORDER BY id`;

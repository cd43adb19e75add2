import type { Prepared } from '../../libraries/pg-batch/index.ts';
import {
  bigint,
  boolean,
  instant,
  integer,
  removeExpired,
  sqlStatement,
  type Table,
  text,
} from '../../libraries/typed-sql/index.ts';
import type { Clock } from '../core/clock.ts';
import { DAY_MS, toInstantText } from '../core/instant.ts';
import { archiveChunks, archiveParts } from '../data/archive/archive-tables.ts';
import type { Database } from '../data/database.ts';
import { auditLog, idempotencyKeys, inbox, outbox } from '../data/platform-tables.ts';
import { isAnyFrozen } from '../data/standstill/fence.ts';
import type { Logger } from '../observability/log.ts';

interface JanitorOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The service's database. */
  readonly expiries?: readonly Expiry[];
  readonly partitions?: readonly Partitioning[];
  /** Values of the variables the service declares. */
  readonly configuration?: Readonly<Record<string, unknown>>;
}

/** Rows that are stored for a time and then removed. */
export interface Expiry {
  /** Removes about `limit` rows whose time began at or before an instant: see {@link removeExpired}. */
  readonly remove: Prepared<{ readonly before: string; readonly limit: number }, object>;
  readonly retentionMs: number;
}

/**
 * A table partitioned by an instant. Partitions are created ahead, and dropped as a whole some time after their end.
 */
export interface Partitioning {
  readonly table: Table;
  readonly unit: 'day' | 'month';
  /** How many are created beyond the current one. */
  readonly ahead: number;
  /**
   * How long a partition stays after its end, in milliseconds.
   * @param configuration values of the variables the service declares
   */
  retentionMs(configuration: Readonly<Record<string, unknown>>): number;
}

/**
 * Removes expired rows: idempotency records, delivered events, the inbox's records of handled events, and those the
 * service declares. Creates the partitions that the audit log and the service's own tables will need.
 */
export class Janitor {
  readonly #options: JanitorOptions;
  #timer: NodeJS.Timeout | undefined;
  #rounds = 0;
  #failures = 0;

  constructor(options: JanitorOptions) {
    this.#options = options;
  }

  /** The number of rounds. */
  get rounds(): number {
    return this.#rounds;
  }

  /** The number of failed rounds. */
  get failures(): number {
    return this.#failures;
  }

  start(): void {
    this.#timer = setInterval(() => void this.#round(), EVERY_MS);
    this.#timer.unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /**
   * One round, in batches, so that it never holds many locks. A failure does not stop the other steps: while a dump
   * reads a table for hours its partitions cannot be dropped, but keys still expire. Throws the first error at the end.
   */
  async tidy(): Promise<void> {
    const failures: unknown[] = [];
    for (const task of this.#tasks()) await task().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  }

  #tasks(): (() => Promise<unknown>)[] {
    const { clock, expiries = [], partitions = [], configuration = {} } = this.#options;
    const now = clock.now();
    const before = (retentionMs: number) => toInstantText(now - retentionMs);
    const upkeep = partitions.flatMap(({ table: { name: table }, unit, ahead, retentionMs }) => {
      const past = { table, unit, before: before(retentionMs(configuration)) };
      return [
        () => this.#change(MAKE_PARTITIONS, { table, unit, ahead, at: before(0) }),
        () => this.#remove(DROP_PARTITIONS, past),
        () => this.#remove(EMPTY_DEFAULT_PARTITION, past),
      ];
    });
    return [
      () => this.#change(AUDIT_PARTITIONS, { at: before(0) }),
      ...upkeep,
      ...[...platformExpiries, ...expiries].map(
        ({ remove, retentionMs }) =>
          () =>
            this.#removeAll(remove, before(retentionMs)),
      ),
    ];
  }

  /** In a transaction of its own, so that no other transaction waits for its locks. */
  #change<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): Promise<readonly object[]> {
    return this.#options.db.transaction((tx) => tx.rows(statement, values), { of: 'nobody' });
  }

  /** Nothing, while an institution stands still: rows of all of them expire together. */
  #remove<Values>(statement: Prepared<Values, object>, values: NoInfer<Values>): Promise<readonly object[]> {
    return this.#options.db.transaction(async (tx) => ((await isAnyFrozen(tx)) ? [] : tx.rows(statement, values)), {
      of: 'own',
    });
  }

  async #removeAll(remove: Expiry['remove'], before: string): Promise<void> {
    while ((await this.#remove(remove, { before, limit: BATCH })).length >= BATCH);
  }

  async #round(): Promise<void> {
    this.#rounds++;
    try {
      await this.tidy();
    } catch (error) {
      this.#failures++;
      this.#options.log.warn({ err: error }, 'tidying up failed and will be tried again');
    }
  }
}

const EVERY_MS = 10 * 60 * 1000;
const PUBLISHED_RETENTION_MS = 3 * DAY_MS;
/** Longer than the bus redelivers events. */
const HANDLED_RETENTION_MS = 30 * DAY_MS;
const BATCH = 1_000;

const AUDIT_PARTITIONS = sqlStatement(auditLog, 'make_partitions', {
  writes: true,
  parameters: { at: instant() },
  result: { part: text() },
  text: ({ at }) => `SELECT make_audit_partitions(${at}) AS part`,
});
const MAKE_PARTITIONS = sqlStatement(null, 'make_partitions', {
  writes: true,
  parameters: { table: text(), unit: text<Partitioning['unit']>(), ahead: integer(), at: instant() },
  result: { part: text() },
  text: ($) => `SELECT make_partitions(${$.table}, ${$.unit}, ${$.ahead}, ${$.at}) AS part`,
});
const DROP_PARTITIONS = sqlStatement(null, 'drop_partitions', {
  writes: true,
  parameters: { table: text(), unit: text<Partitioning['unit']>(), before: instant() },
  result: { part: text() },
  text: ($) => `SELECT drop_partitions(${$.table}, ${$.unit}, ${$.before}) AS part`,
});
const EMPTY_DEFAULT_PARTITION = sqlStatement(null, 'empty_default_partition', {
  writes: true,
  parameters: { table: text(), unit: text<Partitioning['unit']>(), before: instant() },
  result: { isEmptied: boolean() },
  text: ($) => `SELECT empty_default_partition(${$.table}, ${$.unit}, ${$.before}) AS "isEmptied"`,
});
/** As {@link removeExpired}, except for events that are not published yet. */
const PUBLISHED_EVENTS = sqlStatement(outbox, 'remove_expired', {
  writes: true,
  parameters: { before: instant(), limit: bigint() },
  result: { removed: integer() },
  text: ({ before, limit }) => `DELETE FROM outbox WHERE ctid = ANY(ARRAY(
     SELECT ctid FROM outbox WHERE occurred_at <= ${before} AND published_at <= ${before} ORDER BY occurred_at LIMIT ${limit}))
     RETURNING 1 AS removed`,
});

/** The rows of the platform's tables that every service stores for a time. */
export const platformExpiries: readonly Expiry[] = [
  { remove: removeExpired(idempotencyKeys, 'expiresAt'), retentionMs: 0 },
  { remove: PUBLISHED_EVENTS, retentionMs: PUBLISHED_RETENTION_MS },
  { remove: removeExpired(inbox, 'handledAt'), retentionMs: HANDLED_RETENTION_MS },
  { remove: removeExpired(archiveParts, 'expiresAt'), retentionMs: 0 },
  { remove: removeExpired(archiveChunks, 'expiresAt'), retentionMs: 0 },
];

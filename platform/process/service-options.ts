import type { Prepared, PreparedRead, Reader } from '../../libraries/pg-batch/index.ts';
import type { Router } from '../calls/caller.ts';
import type { ErasureJournal } from '../data/erasure/journal.ts';
import type { EventBus } from '../events/bus.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { MemoryPressure } from './load/memory-pressure.ts';

/** The options of a running service. */
export interface ServiceOptions extends Pick<Runtime, 'clock' | 'ids' | 'log' | 'issuer' | 'oidcOperators'> {
  /** The server of the database, if it is not the first one. */
  readonly server?: string | undefined;
  readonly databaseUrl: string;
  /** The same database without the connection pooler; undefined if there is none. */
  readonly directDatabaseUrl?: string | undefined;
  /** Values of the variables the definition declares; may contain others. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** Maximum calls in flight, shared by institutions; further ones fail at once with SERVICE_BUSY. */
  readonly maxCallsInFlight?: number | undefined;
  /** The process's memory limit, if any: while it is exceeded, all but a few calls at a time are rejected. */
  readonly memory?: MemoryPressure | undefined;
  readonly bus: EventBus;
  readonly router: Router;
  /** Undefined where nobody can be erased. */
  readonly journal?: ErasureJournal | undefined;
  /** Undefined without tracing. */
  readonly tracing?: Tracing | undefined;
}

/** Work of a service apart from calls and events. */
export interface BackgroundWork {
  start(): void;
  /** Starts nothing more, and resolves when running work has ended. */
  stop(): Promise<void>;
}

/** Work for an institution that outlives its transaction, such as requests to others: a freeze waits for its end. */
export interface WorkUnderWay {
  /** In the plural. */
  readonly what: string;
  readonly count: PreparedRead<{ readonly institutionId: string }, { readonly count: number }>;
}

/** Removes what an institution does not get back when it is reopened. */
export type EndWithClosing = Prepared<{ readonly institutionId: string }, object>;

/** The position of an institution's feed, in the one service that has it; 0 of an empty one. */
export type FeedPosition = (db: Reader, institutionId: string) => Promise<number>;

import type { Router } from '../calls/caller.ts';
import type { EventBus } from '../events/bus.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { Tracing } from '../observability/tracing/tracing.ts';
import type { MemoryPressure } from './load/memory-pressure.ts';

/** What a running service is given. */
export interface ServiceOptions extends Pick<Runtime, 'clock' | 'ids' | 'log' | 'issuer' | 'oidcOperators'> {
  readonly databaseUrl: string;
  /** The same past a connection pooler; undefined where there is none. */
  readonly directDatabaseUrl?: string | undefined;
  /** Values of the variables that the definition declares, those of others perhaps among them. */
  readonly configuration?: Readonly<Record<string, unknown>> | undefined;
  readonly maxConnections: number;
  readonly statementTimeoutMs: number;
  /** Calls under way at once, shared by institutions; what comes beyond is refused at once as SERVICE_BUSY. */
  readonly maxCallsInFlight?: number | undefined;
  /** The process', where it has one: while it is high, calls are refused likewise but for a few at a time. */
  readonly memory?: MemoryPressure | undefined;
  readonly bus: EventBus;
  readonly router: Router;
  /** Undefined where nothing is traced. */
  readonly tracing?: Tracing | undefined;
}

import type { Lyceum } from '../../../dev/lyceum.ts';
import type { FakeClock } from '../../../dev/testing/fake-clock.ts';
import type { TestDatabases } from '../../../dev/testing/test-databases.ts';
import type { OverloadLimits } from '../../../gateway/overload/overload-limits.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import type { Tracing } from '../../../platform/observability/tracing/tracing.ts';

export type Transport = 'direct' | 'grpc' | 'mux';

/** What can be chosen of a platform in one process only. */
export interface OwnOptions {
  /** How services are called; the environment's TEST_TRANSPORT decides by default, so that all tests run over each. */
  readonly transport?: Transport;
  readonly log?: Logger;
  /** What the gateway bears; by default so much that a test may flood it, however slow the machine. */
  readonly overload?: Partial<OverloadLimits>;
  /** Of each service. */
  readonly maxCallsInFlight?: number;
  readonly tracing?: Tracing;
  readonly logRequests?: boolean;
  /** Whether the services' port says what unknown callers lack, and shows its contracts. */
  readonly explains?: boolean;
  /** What a client may write in a day. */
  readonly writtenBytesPerDay?: number;
}

export interface PlatformOptions {
  /** Where each service's database is. */
  readonly databaseOf: TestDatabases['addressOf'];
  /** Where all clocks stand at the start, RFC 3339. */
  readonly startsAt: string;
  readonly requestTimeoutMs: number;
  readonly publicUrl: string | undefined;
  readonly errorsBaseUrl: string | undefined;
  readonly own: OwnOptions;
}

/** The running platform, whatever its shape. */
export interface Platform {
  /** The clock of all services and the gateway. */
  readonly clock: FakeClock;
  /** The gateway's port. */
  readonly port: number;
  /** Where the services answer, as the command line's environment has it. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Its objects, where they are in this process. */
  readonly lyceum: Lyceum | undefined;
  /** Calls services on behalf of an actor; each call has its own deadline. */
  call(actor: Actor): Call;
  /** Ends it in good order; throws when it does not end so. */
  stop(): Promise<void>;
}

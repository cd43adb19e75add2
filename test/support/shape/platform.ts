import type { RequestLimits } from '../../../console/route/request-limits.ts';
import type { AdmissionLimits } from '../../../gateway/admission/limits.ts';
import type { Lyceum } from '../../../one-process/lyceum.ts';
import type { Call } from '../../../platform/calls/caller.ts';
import type { ServerOf } from '../../../platform/calls/placed-transport.ts';
import type { Actor } from '../../../platform/core/actor.ts';
import type { Logger } from '../../../platform/observability/log.ts';
import type { Tracing } from '../../../platform/observability/tracing/tracing.ts';
import type { FakeClock } from '../fake-clock.ts';
import type { TestDatabases } from '../postgres/test-databases.ts';

export type Transport = 'direct' | 'grpc' | 'mux';

/** Options of a platform in one process only. */
export interface OwnOptions {
  /** How services are called; defaults to TEST_TRANSPORT, so that all tests can run over each transport. */
  readonly transport?: Transport;
  readonly log?: Logger;
  /** The gateway's limits; by default so high that a test may flood it, however slow the machine. */
  readonly admission?: Partial<AdmissionLimits>;
  /** For each service. */
  readonly maxCallsInFlight?: number;
  /** After which a service ends a statement. */
  readonly statementTimeoutMs?: number;
  readonly tracing?: Tracing;
  readonly logRequests?: boolean;
  /** Whether the services' port tells unauthenticated callers what is missing, and serves reflection. */
  readonly explains?: boolean;
  /** What the console accepts in a minute; by default so much that a test may flood it. */
  readonly consoleLimits?: RequestLimits;
  /** A client's daily write limit. */
  readonly writtenBytesPerDay?: number;
}

/** The mail server of a platform in any shape. */
export interface SmtpOptions {
  /** `smtp://127.0.0.1:40125`. By default there is none, and no email. */
  readonly smtpUrl?: string;
}

export interface PlatformOptions {
  /** The URL of each service's database; of that on another server by `timetracking@b`. */
  readonly databaseOf: TestDatabases['addressOf'];
  /** The other servers. */
  readonly servers: readonly string[];
  /** The server on which the test has placed an institution. */
  readonly serverOf: ServerOf;
  /** The path of the journal of erasures. */
  readonly journal: string;
  /** The initial time of all clocks, RFC 3339. */
  readonly startsAt: string;
  readonly requestTimeoutMs: number;
  readonly publicUrl: string | undefined;
  readonly errorsBaseUrl: string | undefined;
  /** As variables. */
  readonly email: Readonly<Record<string, string>>;
  readonly own: OwnOptions;
}

/** The running platform, in any shape. */
export interface Platform {
  /** The clock of all services and the gateway. */
  readonly clock: FakeClock;
  /** The gateway's port. */
  readonly port: number;
  /** Where the console is served: `http://127.0.0.1:40124`. */
  readonly consoleUrl: string;
  /** The services' addresses as environment variables of the command line. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Its objects, if they are in this process. */
  readonly lyceum: Lyceum | undefined;
  /** Calls services on behalf of an actor; each call has its own deadline. */
  call(actor: Actor): Call;
  /** Calls a service on one server, `timetracking@b`, whether or not the institution is there. */
  callAt(name: string, actor: Actor): Call;
  /** Stops it gracefully; throws if that fails. */
  stop(): Promise<void>;
}

import type { Actor } from '../../../services/chassis/actor.ts';
import type { Logger } from '../../../services/chassis/log.ts';
import type { Call } from '../../../services/chassis/rpc/caller.ts';
import type { FakeClock } from '../../../services/chassis/testing/fake-clock.ts';
import type { Lyceum } from '../../../system/lyceum.ts';

export type Transport = 'direct' | 'grpc' | 'mux';

export interface PlatformOptions {
  readonly databaseUrl: (service: string) => string;
  /** Where all clocks stand at the start, RFC 3339. */
  readonly startsAt: string;
  readonly transport: Transport | undefined;
  readonly log: Logger | undefined;
  readonly requestTimeoutMs: number;
  readonly publicUrl: string | undefined;
  readonly errorsBaseUrl: string | undefined;
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

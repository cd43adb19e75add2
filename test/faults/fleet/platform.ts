import type { Ports } from '../../support/service-process.ts';
import type { Service } from './parts.ts';

/** The platform as it runs, whatever it consists of. */
export interface Platform {
  /** The gateways' addresses. */
  readonly urls: readonly string[];
  /** Where the services answer. */
  readonly ports: Ports;
  /** Its processes as they are now. */
  readonly processes: readonly PlatformProcess[];
  /** The errors that they have logged. */
  readonly errorLines: readonly string[];
  /** The superuser's URL of a service's database, past everything that slows. */
  databaseUrl(service: Service): string;
}

export interface PlatformProcess {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** What its pod may hold, in MiB; infinite where `deploy/` has none for it. */
  readonly memoryMiB: number;
}

import type { Ports } from '../../../test/support/process/service-process.ts';
import type { Service } from './parts.ts';

/** The running platform, in one process or many. */
export interface Platform {
  /** The URLs of the gateways. */
  readonly urls: readonly string[];
  /** The ports of the services. */
  readonly ports: Ports;
  readonly processes: readonly PlatformProcess[];
  /** The errors that the processes have logged. */
  readonly errorLines: readonly string[];
  /** Starts the console unless it runs already; returns its URL. */
  startConsole(): Promise<string>;
  /** The superuser's URL of a service's database. It bypasses proxies. */
  databaseUrl(service: Service): string;
}

export interface PlatformProcess {
  readonly name: string;
  readonly pid: number;
  readonly isRunning: boolean;
  /** The memory limit of its pod, in MiB. Infinite if `deploy/` has no pod for it. */
  readonly memoryMiB: number;
}

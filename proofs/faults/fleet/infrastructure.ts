import type { ServiceAddress } from '../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import type { Service } from './parts.ts';
import type { ProcessClocks } from './process-clocks.ts';

/** The databases and NATS that a fleet uses, in any layout. */
export interface Infrastructure {
  /**
   * The superuser's URL of a service's database on the server that accepts writes now. It bypasses proxies and poolers.
   */
  databaseUrl(service: Service): string;
  /** The address of the database for the processes of a service. */
  databaseOf(service: Service): Omit<ServiceAddress, 'service'>;
  /** The URL of NATS for one of its users. */
  natsUrl(user: string): string;
  /** The CA of the NATS certificate, in PEM format, if NATS has a certificate. */
  readonly natsCa?: string;
  /** The clocks of the processes, if they have their own. */
  readonly clocks?: ProcessClocks;
}

/** A layout of databases and NATS. */
export interface Layout<Stands extends Infrastructure = Infrastructure> {
  readonly name: string;
  /** Starts everything with empty databases and everything that the NATS users need. The test scope stops it. */
  start(scope: TestScope): Promise<Stands>;
}

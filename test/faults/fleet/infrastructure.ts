import type { ServiceAddress } from '../../support/service-process.ts';
import type { TestScope } from '../../support/test-scope.ts';
import type { Service } from './parts.ts';

/** What a fleet stands on: databases and NATS, however they are laid out. */
export interface Infrastructure {
  /** The superuser's URL of a service's database where it can be written now, past everything that slows or pools. */
  databaseUrl(service: Service): string;
  /** Where the processes of a service find their database. */
  databaseOf(service: Service): Omit<ServiceAddress, 'service'>;
  /** Where a user of NATS finds it. */
  natsUrl(user: string): string;
  /** The authority of its certificate, PEM, where it has one. */
  readonly natsCa?: string;
}

/** A way to lay out databases and NATS, and what goes wrong in it. */
export interface Layout<Stands extends Infrastructure = Infrastructure> {
  readonly name: string;
  /** Starts everything, with empty databases and all that users of NATS need; the test scope ends it. */
  start(scope: TestScope): Promise<Stands>;
}

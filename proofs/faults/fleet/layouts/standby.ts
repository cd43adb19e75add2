import { natsUsers } from '../../../../deploy/installation/nats-users.ts';
import { TestNats } from '../../../../test/support/nats/nats-server.ts';
import { ReplicatedPostgres } from '../../../../test/support/postgres/replicated-postgres.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import { SERVICES, type Service } from '../parts.ts';

/**
 * A primary with synchronous standbys, and one NATS server. The address that services use stays the same after a
 * failover.
 */
export class StandbyServers implements Infrastructure {
  readonly postgres: ReplicatedPostgres;
  readonly #nats: TestNats;

  private constructor(postgres: ReplicatedPostgres, nats: TestNats) {
    this.postgres = postgres;
    this.#nats = nats;
  }

  static async start(scope: TestScope): Promise<StandbyServers> {
    const postgres = await ReplicatedPostgres.start([...SERVICES]);
    scope.onClear(() => postgres.stop());
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());
    return new StandbyServers(postgres, nats);
  }

  databaseUrl(service: Service): string {
    return this.postgres.primary.url(service);
  }

  databaseOf(service: Service): { readonly databaseUrl: string } {
    return { databaseUrl: this.postgres.urlOfService(service) };
  }

  natsUrl(user: string): string {
    return this.#nats.urlOf(user);
  }
}

export const standby: Layout<StandbyServers> = { name: 'standby', start: StandbyServers.start };

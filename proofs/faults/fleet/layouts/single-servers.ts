import { natsUsers } from '../../../../deploy/installation/nats-users.ts';
import { TestNats } from '../../../../test/support/nats/nats-server.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import { UserServer } from '../../../../test/support/user-server.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import { SERVICES, type Service } from '../parts.ts';

/** One PostgreSQL server with all databases, and one NATS server. */
export class SingleServers implements Infrastructure {
  readonly postgres: UserServer;
  readonly nats: TestNats;

  private constructor(postgres: UserServer, nats: TestNats) {
    this.postgres = postgres;
    this.nats = nats;
  }

  static async start(scope: TestScope): Promise<SingleServers> {
    const postgres = await UserServer.start(true);
    scope.onClear(() => postgres.stop());
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());
    await postgres.ensureDatabases([...SERVICES]);
    return new SingleServers(postgres, nats);
  }

  databaseUrl(service: Service): string {
    return this.postgres.url(service);
  }

  databaseOf(service: Service): { readonly databaseUrl: string } {
    return { databaseUrl: this.databaseUrl(service) };
  }

  natsUrl(user: string): string {
    return this.nats.urlOf(user);
  }
}

export const singleServers: Layout<SingleServers> = { name: 'single-servers', start: SingleServers.start };

import { natsUsers } from '../../../../deploy/installation/nats-users.ts';
import { findClusterNats } from '../../../../test/support/nats/find-cluster-nats.ts';
import { TestNatsCluster } from '../../../../test/support/nats/nats-cluster.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import { UserServer } from '../../../../test/support/user-server.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import { SERVICES, type Service } from '../parts.ts';

/** One PostgreSQL server with all databases, and three NATS servers as in `deploy/nats`. */
export class WithNatsCluster implements Infrastructure {
  readonly nats: TestNatsCluster;
  readonly #postgres: UserServer;

  private constructor(postgres: UserServer, nats: TestNatsCluster) {
    this.#postgres = postgres;
    this.nats = nats;
  }

  /** Throws if there is no NATS server for clusters. */
  static async start(scope: TestScope): Promise<WithNatsCluster> {
    const program = await findClusterNats();
    if (program === undefined) throw new Error('NATS 2.11 is needed');
    const postgres = await UserServer.start(true);
    scope.onClear(() => postgres.stop());
    const nats = await TestNatsCluster.start({ program, users: natsUsers });
    scope.onClear(() => nats.remove());
    await postgres.ensureDatabases([...SERVICES]);
    return new WithNatsCluster(postgres, nats);
  }

  get natsCa(): string {
    return this.nats.ca;
  }

  databaseUrl(service: Service): string {
    return this.#postgres.url(service);
  }

  databaseOf(service: Service): { readonly databaseUrl: string } {
    return { databaseUrl: this.databaseUrl(service) };
  }

  natsUrl(user: string): string {
    return this.nats.urlOf(user);
  }
}

export const natsCluster: Layout<WithNatsCluster> = { name: 'nats-cluster', start: WithNatsCluster.start };

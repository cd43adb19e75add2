import { findPgBouncer } from '../../../../test/support/pgbouncer/find-pgbouncer.ts';
import { PgBouncer } from '../../../../test/support/pgbouncer/pgbouncer.ts';
import type { ServiceAddress } from '../../../../test/support/process/service-process.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import type { Service } from '../parts.ts';
import { SingleServers } from './single-servers.ts';

/** PgBouncer in transaction mode between the services and one PostgreSQL server, and one NATS server. */
export class Pooled implements Infrastructure {
  readonly bouncer: PgBouncer;
  readonly #servers: SingleServers;

  private constructor(servers: SingleServers, bouncer: PgBouncer) {
    this.#servers = servers;
    this.bouncer = bouncer;
  }

  /** Throws if no PgBouncer is installed that supports prepared statements in this mode. */
  static async start(scope: TestScope): Promise<Pooled> {
    const program = await findPgBouncer();
    if (!program?.preparesStatements)
      throw new Error(`PgBouncer 1.21 is needed, and there is ${program?.version ?? 'none'}`);
    const servers = await SingleServers.start(scope);
    const roles = [servers.postgres.url('postgres')];
    const bouncer = await PgBouncer.start({ program, roles });
    scope.onClear(() => bouncer.stop());
    return new Pooled(servers, bouncer);
  }

  get postgres(): SingleServers['postgres'] {
    return this.#servers.postgres;
  }

  get nats(): SingleServers['nats'] {
    return this.#servers.nats;
  }

  databaseUrl(service: Service): string {
    return this.#servers.databaseUrl(service);
  }

  databaseOf(service: Service): Omit<ServiceAddress, 'service'> {
    const direct = this.databaseUrl(service);
    return { databaseUrl: this.bouncer.behind(direct), directDatabaseUrl: direct };
  }

  natsUrl(user: string): string {
    return this.#servers.natsUrl(user);
  }
}

export const pgbouncer: Layout<Pooled> = { name: 'pgbouncer', start: Pooled.start };

import { natsUsers } from '../../../../deploy/installation/nats-users.ts';
import { TestNats } from '../../../../test/support/nats/nats-server.ts';
import type { Instance } from '../../../../test/support/postgres/instance.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import { GATEWAYS, SERVICES, type Service } from '../parts.ts';
import { ProcessClocks } from '../process-clocks.ts';
import { startInstance } from './postgres-instance.ts';

/** One PostgreSQL and one NATS server. Every process but NATS has a clock of its own, half a minute ahead or behind. */
export class DifferingClocks implements Infrastructure {
  readonly clocks: ProcessClocks;
  readonly #postgres: Instance;
  readonly #nats: TestNats;

  private constructor(clocks: ProcessClocks, postgres: Instance, nats: TestNats) {
    this.clocks = clocks;
    this.#postgres = postgres;
    this.#nats = nats;
  }

  static async start(scope: TestScope): Promise<DifferingClocks> {
    const clocks = await ProcessClocks.make(scope);
    await clocks.set(AHEAD);
    const postgres = await startInstance(scope, { env: clocks.environmentOf(POSTGRES) });
    const nats = await TestNats.start(natsUsers);
    scope.onClear(() => nats.remove());
    return new DifferingClocks(clocks, postgres, nats);
  }

  databaseUrl(service: Service): string {
    return this.#postgres.url(service);
  }

  databaseOf(service: Service): { readonly databaseUrl: string } {
    return { databaseUrl: this.databaseUrl(service) };
  }

  natsUrl(user: string): string {
    return this.#nats.urlOf(user);
  }
}

export const POSTGRES = 'postgresql';
const CLOCKS = [...SERVICES, POSTGRES, ...GATEWAYS];
/** By how many seconds each clock is ahead of the machine's when it is not set: neighbours differ by a minute. */
export const AHEAD: Readonly<Record<string, number>> = Object.fromEntries(
  CLOCKS.map((name, index) => [name, index % 2 === 0 ? 30 : -30]),
);

export const differingClocks: Layout<DifferingClocks> = { name: 'differing-clocks', start: DifferingClocks.start };

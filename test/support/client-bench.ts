import type { ClientOptions } from '../../clients/typescript/src/http/sender.ts';
import { createClient, type Lyceum } from '../../clients/typescript/src/index.ts';
import { FaultyProxy } from './faulty-proxy.ts';
import type { TestClient } from './test-client.ts';
import { type TestInstitution, TestSystem } from './test-system.ts';

/** The platform, an institution, and a bad way to the gateway; waiting moves the platform's clock. */
export class ClientBench {
  readonly system: TestSystem;
  readonly school: TestInstitution;
  readonly proxy: FaultyProxy;
  /** What clients have waited, in milliseconds. */
  readonly waits: number[] = [];
  #users = 0;

  private constructor(system: TestSystem, school: TestInstitution, proxy: FaultyProxy) {
    this.system = system;
    this.school = school;
    this.proxy = proxy;
  }

  static async start(): Promise<ClientBench> {
    const system = await TestSystem.start({ platform: 'own' });
    return new ClientBench(system, await system.newInstitution(), await FaultyProxy.open(system.url));
  }

  /** Forgets fates, keys and waits. */
  reset(): void {
    for (const list of [this.proxy.fates, this.proxy.keys, this.waits]) list.length = 0;
  }

  /** A client that goes through the proxy. */
  client(options: Partial<ClientOptions> = {}, { clientId, clientSecret }: TestClient = this.school.client): Lyceum {
    return createClient({
      baseUrl: this.proxy.url,
      clientId,
      clientSecret,
      wait: async (ms) => {
        this.waits.push(ms);
        this.system.clock.advance(ms);
      },
      ...options,
    });
  }

  /** What makes a user whom nobody has made yet. */
  newUser(): { readonly email: string; readonly name: string } {
    return { email: `user${++this.#users}@example.org`, name: 'Ada' };
  }

  async stop(): Promise<void> {
    await this.proxy.close();
    await this.system.stop();
  }
}

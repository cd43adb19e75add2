import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ServerSettings } from '../../../deploy/nats/accounts.ts';
import { provisionNats } from '../../../deploy/nats/provision.ts';
import { findNatsServer } from '../../../dev/nats-server/find-nats-server.ts';
import { newPasswords } from '../../../dev/nats-server/passwords.ts';
import type { NatsServerOptions } from '../../../dev/nats-server/start-nats-server.ts';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { ADMIN, type Durable, type NatsUser } from '../../../platform/events/nats/nats-user.ts';
import { NatsMember } from './nats-member.ts';
import { TEST_USER } from './nats-users.ts';

interface TestTls {
  readonly settings: ServerSettings;
  readonly ca: string;
}

/**
 * A NATS server of one test file, with accounts as in production. It can be stopped and started again on the same port
 * with its data.
 */
export class TestNats extends NatsMember {
  readonly #ca: string | undefined;

  private constructor(options: NatsServerOptions, ca: string | undefined) {
    super(options);
    this.#ca = ca;
  }

  /**
   * Starts a server and provisions what its users need.
   * @param tls its TLS configuration and the authority of its certificate; by default no TLS
   * @param program by default that of all tests
   */
  static async start(users: readonly NatsUser[] = [TEST_USER], tls?: TestTls, program?: string): Promise<TestNats> {
    const nats = new TestNats(
      {
        program: program ?? (await findNatsServer(process.env)),
        directory: await mkdtemp(join(tmpdir(), 'lyceum-nats-')),
        port: await findFreePort(null),
        users,
        passwords: newPasswords(users),
        settings: tls?.settings,
      },
      tls?.ca,
    );
    await nats.start();
    await nats.#provision(declarable(users));
    return nats;
  }

  /** The address for the test user. */
  get url(): string {
    return this.urlOf(TEST_USER.name);
  }

  override urlOf(user: string): string {
    return this.#ca === undefined ? super.urlOf(user) : withTls(super.urlOf(user));
  }

  /** Provisions another consumer. */
  declare(durable: Durable): Promise<void> {
    return this.#provision([{ name: TEST_USER.name, durables: [durable] }]);
  }

  async #provision(users: readonly NatsUser[]): Promise<void> {
    await provisionNats({
      address: { url: this.urlOf(ADMIN), ca: this.#ca },
      users,
      limits: { replicas: 1, days: 1, bytes: -1 },
    });
  }
}

/** The users without wildcard consumers, which cannot be provisioned. */
export function declarable(users: readonly NatsUser[]): NatsUser[] {
  return users.map(({ durables = [], ...user }) => ({
    ...user,
    durables: durables.filter(({ name }) => name !== '*'),
  }));
}

/** The same address with TLS, by the name in the server's certificate. */
export function withTls(url: string): string {
  return url.replace('nats://', 'tls://').replace('127.0.0.1', 'localhost');
}

import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMIN, type Durable, type NatsUser } from '../../platform/events/nats/nats-user.ts';
import { provisionNats } from '../../platform/events/nats/provision.ts';
import type { ServerSettings } from '../../platform/events/nats/server-config.ts';
import { findFreePort } from '../embedded-postgres/free-port.ts';
import { findNatsServer } from '../nats-server/find-nats-server.ts';
import { newPasswords } from '../nats-server/passwords.ts';
import type { NatsServerOptions } from '../nats-server/start-nats-server.ts';
import { NatsMember } from './nats-member.ts';
import { TEST_USER } from './nats-users.ts';

interface TestTls {
  readonly settings: ServerSettings;
  readonly ca: string;
}

/** A NATS server of one test file, with accounts as in production. It can be ended and started again where it was, with what it kept. */
export class TestNats extends NatsMember {
  readonly #ca: string | undefined;

  private constructor(options: NatsServerOptions, ca: string | undefined) {
    super(options);
    this.#ca = ca;
  }

  /**
   * Starts a server and declares what its users need.
   * @param tls what its configuration says of TLS, and the authority of its certificate; by default it has none
   */
  static async start(users: readonly NatsUser[] = [TEST_USER], tls?: TestTls): Promise<TestNats> {
    const nats = new TestNats(
      {
        program: await findNatsServer(process.env),
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

  /** For the user of tests of the platform. */
  get url(): string {
    return this.urlOf(TEST_USER.name);
  }

  override urlOf(user: string): string {
    return this.#ca === undefined ? super.urlOf(user) : withTls(super.urlOf(user));
  }

  /** Declares a consumer that a test comes up with. */
  declare(durable: Durable): Promise<void> {
    return this.#provision([{ name: TEST_USER.name, durables: [durable] }]);
  }

  #provision(users: readonly NatsUser[]): Promise<void> {
    return provisionNats({
      address: { url: this.urlOf(ADMIN), ca: this.#ca },
      users,
      limits: { replicas: 1, days: 1, bytes: -1 },
    });
  }
}

/** What of the users can be declared: a name may stand for all consumers, which is none. */
export function declarable(users: readonly NatsUser[]): NatsUser[] {
  return users.map(({ durables = [], ...user }) => ({
    ...user,
    durables: durables.filter(({ name }) => name !== '*'),
  }));
}

/** The same address with TLS, by the name that the server's certificate bears. */
export function withTls(url: string): string {
  return url.replace('nats://', 'tls://').replace('127.0.0.1', 'localhost');
}

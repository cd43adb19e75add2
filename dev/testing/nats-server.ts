import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ADMIN, type Durable, type NatsUser } from '../../platform/events/nats/nats-user.ts';
import { provisionNats } from '../../platform/events/nats/provision.ts';
import type { ServerSettings } from '../../platform/events/nats/server-config.ts';
import { findFreePort } from '../embedded-postgres/free-port.ts';
import { findNatsServer } from '../nats-server/find-nats-server.ts';
import { newPasswords } from '../nats-server/passwords.ts';
import { type NatsServer, type NatsServerOptions, startNatsServer } from '../nats-server/start-nats-server.ts';
import { isStopped } from './is-stopped.ts';
import { TEST_USER } from './nats-users.ts';

interface TestTls {
  readonly settings: ServerSettings;
  readonly ca: string;
}

/** A NATS server of one test file, with accounts as in production. It can be ended and started again where it was, with what it kept. */
export class TestNats {
  readonly #options: NatsServerOptions;
  readonly #ca: string | undefined;
  #server: NatsServer | undefined;

  private constructor(options: NatsServerOptions, ca: string | undefined) {
    this.#options = options;
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
    await nats.#provision(users.map(({ durables = [], ...user }) => ({ ...user, durables: durables.filter(isOne) })));
    return nats;
  }

  /** For the user of tests of the platform. */
  get url(): string {
    return this.urlOf(TEST_USER.name);
  }

  urlOf(user: string): string {
    if (!this.#server) throw new Error('the server was never started');
    const url = this.#server.urlOf(user);
    // By the name that its certificate bears.
    return this.#ca === undefined ? url : url.replace('nats://', 'tls://').replace('127.0.0.1', 'localhost');
  }

  /** Declares a consumer that a test comes up with. */
  declare(durable: Durable): Promise<void> {
    return this.#provision([{ name: TEST_USER.name, durables: [durable] }]);
  }

  /** Starts it again on the same port and directory. */
  async start(): Promise<void> {
    this.#server = await startNatsServer(this.#options);
  }

  /** Ends it, in good order or at once. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#server?.kill('SIGCONT');
    this.#server?.kill(signal);
    // The server itself keeps no program awake.
    const awake = setInterval(() => undefined, 1_000);
    await this.#server?.exited;
    clearInterval(awake);
  }

  /** Lets it hang: it holds its connections and says nothing from then on. */
  async pause(): Promise<void> {
    const pid = Number(await readFile(join(this.#options.directory, 'pid'), 'utf8'));
    this.#server?.kill('SIGSTOP');
    while (!(await isStopped(pid))) await delay(5);
  }

  resume(): void {
    this.#server?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.#options.directory, { recursive: true, force: true });
  }

  #provision(users: readonly NatsUser[]): Promise<void> {
    return provisionNats({
      place: { url: this.urlOf(ADMIN), ca: this.#ca },
      users,
      limits: { replicas: 1, days: 1, bytes: -1 },
    });
  }
}

/** A name may stand for all consumers, which is nothing to declare. */
function isOne({ name }: Durable): boolean {
  return name !== '*';
}

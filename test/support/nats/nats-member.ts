import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerSettings } from '../../../deploy/nats/accounts.ts';
import {
  type NatsServer,
  type NatsServerOptions,
  natsUrlOf,
  startNatsServer,
} from '../../../dev/nats-server/start-nats-server.ts';
import { isStopped } from '../process/is-stopped.ts';

/**
 * A NATS server of a test, alone or in a cluster. It can be stopped and started again on the same port with its data.
 */
export class NatsMember {
  #options: NatsServerOptions;
  #server: NatsServer | undefined;

  constructor(options: NatsServerOptions) {
    this.#options = options;
  }

  /** The directory of its streams. Copy it, or put a copy back, only while the server is not running. */
  get directory(): string {
    return this.#options.directory;
  }

  /** Its address for a user, whether or not it is running. */
  urlOf(user: string): string {
    return natsUrlOf(this.#options, user);
  }

  /** Changes its configuration from the next start on. */
  change(settings: ServerSettings): void {
    this.#options = { ...this.#options, settings: { ...this.#options.settings, ...settings } };
  }

  /** Starts it again on the same port and directory. */
  async start(): Promise<void> {
    this.#server = await startNatsServer(this.#options);
  }

  /** Ends it, cleanly or at once. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    this.#server?.kill('SIGCONT');
    this.#server?.kill(signal);
    // The server itself does not keep the event loop alive.
    const awake = setInterval(() => undefined, 1_000);
    await this.#server?.exited;
    clearInterval(awake);
  }

  /** Makes it hang: it keeps its connections open and does not respond. */
  async pause(): Promise<void> {
    const pid = Number(await readFile(join(this.#options.directory, 'pid'), 'utf8'));
    this.#signal('SIGSTOP');
    while (!(await isStopped(pid))) await delay(5);
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** Its log since the last start. */
  log(): Promise<string> {
    return readFile(join(this.#options.directory, 'nats-server.log'), 'utf8');
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.#options.directory, { recursive: true, force: true });
  }

  #signal(signal: NodeJS.Signals): void {
    this.#server?.kill(signal);
  }
}

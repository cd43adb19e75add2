import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { ServerSettings } from '../../platform/events/nats/server-config.ts';
import type { NatsPasswords } from '../nats-server/passwords.ts';
import {
  type NatsServer,
  type NatsServerOptions,
  natsUrlOf,
  startNatsServer,
  writeConfig,
} from '../nats-server/start-nats-server.ts';
import { isStopped } from './is-stopped.ts';

/** What changes at a server while it runs. */
export interface NatsChange {
  readonly settings?: ServerSettings;
  readonly passwords?: NatsPasswords;
}

/** A NATS server of a test, alone or one of a cluster. It can be ended and started again where it was, with what it kept. */
export class NatsMember {
  #options: NatsServerOptions;
  #server: NatsServer | undefined;

  constructor(options: NatsServerOptions) {
    this.#options = options;
  }

  /** Where it is, for a user, whether or not it runs now. */
  urlOf(user: string): string {
    return natsUrlOf(this.#options, user);
  }

  /** Changes its configuration as a file is changed: it counts from the next start on, or from a {@link reload}. Passwords wait for the start. */
  async change({ settings, passwords }: NatsChange): Promise<void> {
    this.#options = {
      ...this.#options,
      settings: { ...this.#options.settings, ...settings },
      passwords: { ...this.#options.passwords, ...passwords },
    };
    await writeConfig(this.#options);
  }

  /** Has it read its configuration again while it runs. Its environment, and so the passwords that it knows, stay as they were at its start. */
  reload(): void {
    this.#signal('SIGHUP');
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
    this.#signal('SIGSTOP');
    while (!(await isStopped(pid))) await delay(5);
  }

  resume(): void {
    this.#signal('SIGCONT');
  }

  /** What it has said since its last start. */
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

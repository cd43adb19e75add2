import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../embedded-postgres/free-port.ts';
import { findNatsServer } from '../nats-server/find-nats-server.ts';
import { type NatsServer, startNatsServer } from '../nats-server/start-nats-server.ts';
import { isStopped } from './is-stopped.ts';

/** A NATS server of one test file, which can be ended and started again where it was, with what it kept. */
export class TestNats {
  readonly #program: string;
  readonly #directory: string;
  readonly #port: number;
  #server: NatsServer | undefined;

  private constructor(program: string, directory: string, port: number) {
    this.#program = program;
    this.#directory = directory;
    this.#port = port;
  }

  static async start(): Promise<TestNats> {
    const directory = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
    const nats = new TestNats(await findNatsServer(process.env), directory, await findFreePort(null));
    await nats.start();
    return nats;
  }

  get url(): string {
    return `nats://127.0.0.1:${this.#port}`;
  }

  /** Starts it again on the same port and directory. */
  async start(): Promise<void> {
    this.#server = await startNatsServer({ program: this.#program, directory: this.#directory, port: this.#port });
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
    const pid = Number(await readFile(join(this.#directory, 'pid'), 'utf8'));
    this.#server?.kill('SIGSTOP');
    while (!(await isStopped(pid))) await delay(5);
  }

  resume(): void {
    this.#server?.kill('SIGCONT');
  }

  async remove(): Promise<void> {
    await this.end('SIGKILL');
    await rm(this.#directory, { recursive: true, force: true });
  }
}

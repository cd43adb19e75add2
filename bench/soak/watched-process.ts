import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Memory } from './memory-reporter.ts';

const REPORTER = new URL('./memory-reporter.ts', import.meta.url).href;

/** A program of the product as in production, which also reports its memory. */
export class WatchedProcess {
  readonly name: string;
  readonly port: number;
  readonly #child: ChildProcess;
  readonly #exited: Promise<unknown>;

  private constructor(name: string, child: ChildProcess, port: number, exited: Promise<unknown>) {
    this.name = name;
    this.port = port;
    this.#child = child;
    this.#exited = exited;
  }

  /**
   * Starts a program and waits until it logs its port.
   * @param script path below the project's root
   */
  static async start(
    name: string,
    script: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<WatchedProcess> {
    const child = fork(fileURLToPath(new URL(`../../${script}`, import.meta.url)), {
      execArgv: ['--expose-gc', '--import', REPORTER],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    const exited = once(child, 'close');
    const port = new Promise<number>((resolve) => {
      createInterface({ input: child.stdout as NodeJS.ReadableStream }).on('line', (line) => {
        const [, found] = READY.exec(line) ?? [];
        if (found !== undefined) resolve(Number(found));
        else if (LOUD.test(line)) process.stderr.write(`${name}: ${line}\n`);
      });
    });
    const ended = exited.then(() => Promise.reject(new Error(`${name} ended before it was ready`)));
    return new WatchedProcess(name, child, await Promise.race([port, ended]), exited);
  }

  async memory(): Promise<Memory> {
    const answer = once(this.#child, 'message');
    this.#child.send('memory');
    const [memory] = await Promise.race([
      answer,
      this.#exited.then(() => Promise.reject(new Error(`${this.name} ended`))),
    ]);
    return memory as Memory;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.#exited;
  }
}

/** The log line of a service or gateway, and the output of the platform in one process. */
const READY = /(?:"port":(?=\d+,.*"msg":"ready")|^Lyceum is ready at http:\/\/localhost:)(\d+)/;
const LOUD = /"level":[56]0/;

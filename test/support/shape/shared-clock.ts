import { closeSync, openSync, writeSync } from 'node:fs';
import { FakeClock } from '../fake-clock.ts';
import { CLOCK_VARIABLE } from './clock-variable.ts';

/**
 * A clock that only moves when a test moves it, in other processes too: they read it from a file
 * (`read-shared-clock.ts`).
 */
export class SharedClock extends FakeClock {
  readonly #path: string;
  readonly #file: number;

  constructor(start: string, path: string) {
    super(start);
    this.#path = path;
    this.#file = openSync(path, 'w');
    this.#write();
  }

  /** What makes a program of the project use this clock. */
  get environment(): Record<string, string> {
    return {
      [CLOCK_VARIABLE]: this.#path,
      NODE_OPTIONS: `--import=${new URL('read-shared-clock.ts', import.meta.url).href}`,
    };
  }

  override advance(ms: number): void {
    super.advance(ms);
    this.#write();
  }

  override set(instant: string): void {
    super.set(instant);
    this.#write();
  }

  close(): void {
    closeSync(this.#file);
  }

  #write(): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(this.now());
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}

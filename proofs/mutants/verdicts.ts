import { appendFile, mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../test/support/process/program.ts';
import type { Verdict } from './judge.ts';

const FOLDER = join(projectRoot, '.data/mutants');

/** The verdicts of a run, each stored when it is known: a run that was stopped goes on after the last one. */
export class Verdicts {
  readonly #path: string;
  readonly #byKey: Map<string, Verdict>;

  private constructor(path: string, byKey: Map<string, Verdict>) {
    this.#path = path;
    this.#byKey = byKey;
  }

  /** @param name of the run: a shard, or a sample */
  static async open(name: string): Promise<Verdicts> {
    await mkdir(FOLDER, { recursive: true });
    const path = join(FOLDER, `${name.replaceAll('/', '-')}.jsonl`);
    const text = await readFile(path, 'utf8').catch(() => '');
    // A line that a stopped run has not finished is judged again.
    const lines = text.split('\n').slice(0, -1);
    return new Verdicts(path, new Map(lines.map((line) => JSON.parse(line)).map((verdict) => [verdict.key, verdict])));
  }

  get(key: string): Verdict | undefined {
    return this.#byKey.get(key);
  }

  async add(verdict: Verdict): Promise<void> {
    this.#byKey.set(verdict.key, verdict);
    await appendFile(this.#path, `${JSON.stringify(verdict)}\n`);
  }

  async clear(): Promise<void> {
    this.#byKey.clear();
    await rm(this.#path, { force: true });
  }
}

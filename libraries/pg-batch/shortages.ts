import { exhaustedResource, type Resource } from './failure.ts';
import type { Log } from './log.ts';

/**
 * The resources that a database server has run out of, judged by the failures of this process's statements. Each
 * shortage is logged when it begins and once a minute while it lasts.
 */
export class Shortages {
  readonly #log: Log;
  readonly #counts: Record<Resource, number> = { disk: 0, memory: 0, connections: 0, pages: 0 };
  readonly #lastAt = new Map<Resource, number>();
  readonly #loggedAt = new Map<Resource, number>();

  constructor(log: Log) {
    this.#log = log;
  }

  /** Since the start: statements and connections that failed because of a shortage of each resource. */
  get counts(): Readonly<Record<Resource, number>> {
    return this.#counts;
  }

  /** Whether the disk of the server was full within the last minute: writes fail then, but reads do not. */
  get isDiskFull(): boolean {
    return isWithinMinute(this.#lastAt.get('disk'));
  }

  /** Records a failure if it is a shortage; accepts any failure of the database. */
  note(error: unknown): void {
    const resource = exhaustedResource(error);
    if (resource === undefined) return;
    this.#counts[resource]++;
    this.#lastAt.set(resource, performance.now());
    if (isWithinMinute(this.#loggedAt.get(resource))) return;
    this.#loggedAt.set(resource, performance.now());
    this.#log.error({ err: error, resource }, MESSAGES[resource]);
  }
}

const MESSAGES: Record<Resource, string> = {
  disk: 'the disk of the database is full: nothing can be written',
  memory: 'the database has run out of memory',
  connections: 'the database accepts no more connections',
  pages: 'the database has damaged pages: err names the relation; what is stored there cannot be read',
};

function isWithinMinute(at: number | undefined): boolean {
  return at !== undefined && performance.now() - at < 60_000;
}

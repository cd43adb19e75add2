import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { Infrastructure } from '../fleet/infrastructure.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';

interface Holder {
  readonly lock: string;
  readonly application: string;
}

/**
 * Polls the holders of the relay locks. At most one session per service may hold its lock, and no session that a pooler
 * shares between processes.
 */
export class RelayWatch {
  readonly #on: Infrastructure;
  readonly #wrong = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #over = Promise.withResolvers<void>();
  readonly #looking: Promise<void>;
  #isOver = false;

  constructor(on: Infrastructure) {
    this.#on = on;
    this.#looking = this.#look();
  }

  /** Stops polling and returns descriptions of all violations. */
  async end(): Promise<readonly string[]> {
    this.#isOver = true;
    this.#over.resolve();
    await this.#looking;
    const unseen = SERVICES.filter((service) => !this.#seen.has(lockOf(service)));
    return [...this.#wrong, ...unseen.map((service) => `nobody was seen to hold the lock of ${service}'s relay`)];
  }

  async #look(): Promise<void> {
    while (!this.#isOver) {
      // Uses one connection for as long as the server runs.
      try {
        await withClient({ connectionString: this.#on.databaseUrl('directory') }, async (client) => {
          while (!this.#isOver) {
            this.#compare((await client.query<Holder>(HOLDERS, [SERVICES.map(lockOf)])).rows);
            await this.#pause();
          }
        });
      } catch {
        await this.#pause();
      }
    }
  }

  #compare(holders: readonly Holder[]): void {
    for (const [lock, sessions] of Map.groupBy(holders, (holder) => holder.lock)) {
      this.#seen.add(lock);
      if (sessions.length > 1) this.#wrong.add(`${sessions.length} sessions held ${lock}`);
      const own = `lyceum-${lock.slice(PREFIX.length)} ${lock}`;
      for (const { application } of sessions)
        if (application !== own) this.#wrong.add(`${lock} was held by a session of "${application}"`);
    }
  }

  async #pause(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const tick = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LOOK_EVERY_MS);
    });
    await Promise.race([tick, this.#over.promise]);
    clearTimeout(timer);
  }
}

function lockOf(service: Service): string {
  return `${PREFIX}${service}`;
}

const PREFIX = 'outbox/';
const LOOK_EVERY_MS = 100;
/** The query finds locks in all databases of the server: their keys differ. */
const HOLDERS = `SELECT name AS lock, application_name AS application
  FROM unnest($1::text[]) AS name
  JOIN pg_locks ON locktype = 'advisory' AND granted AND objsubid = 1
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(name, 0)
  JOIN pg_stat_activity USING (pid)`;

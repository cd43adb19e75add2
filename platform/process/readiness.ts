import type { Database } from '../data/database.ts';
import { migrationState } from '../data/migration-state.ts';
import type { Erasures } from './erasure/erasures.ts';

/** Whether a service is ready: its database responds, is migrated, and has all that was erased. */
export class Readiness {
  readonly #db: Database;
  readonly #migrations: URL | undefined;
  readonly #erasures: Erasures | undefined;
  #isMigrated = false;

  constructor(db: Database, migrations: URL | undefined, erasures: Erasures | undefined) {
    this.#db = db;
    this.#migrations = migrations;
    this.#erasures = erasures;
  }

  async isReady(): Promise<boolean> {
    try {
      await this.#db.ping(READY_WITHIN_MS);
      if (!this.#isMigrated) {
        const { applied, expected } = await migrationState(this.#db, this.#migrations);
        this.#isMigrated = applied === expected;
      }
      return this.#isMigrated && (await this.#erasures?.look()) !== false;
    } catch {
      return false;
    }
  }
}

/** How soon the database of a ready service must respond. */
const READY_WITHIN_MS = 2_000;

import { Refusal } from '../core/errors/refusal.ts';
import { integer } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Reader } from './tx.ts';

/** Checks whether a database responds. Concurrent checks share one query. */
export class Ping {
  readonly #db: Reader;
  #pending: Promise<unknown> | undefined;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Throws if the server does not answer within `atMostMs` milliseconds. */
  async check(atMostMs: number): Promise<void> {
    this.#pending ??= this.#db.rows(PING, {});
    const pending = this.#pending;
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED')), atMostMs);
    await Promise.race([pending, tooLate.promise]).finally(() => {
      clearTimeout(timer);
      // One without an answer may have met a session that hangs, which must not fail the next checks, too.
      if (this.#pending === pending) this.#pending = undefined;
    });
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });

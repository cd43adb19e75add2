import { Refusal } from '../core/errors/refusal.ts';
import { integer } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Reader } from './tx.ts';

/** Checks whether a database responds, with one query at a time. */
export class Ping {
  readonly #db: Reader;
  #pending: Promise<unknown> | undefined;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Throws if the server does not answer within `atMostMs` milliseconds. */
  async check(atMostMs: number): Promise<void> {
    this.#pending ??= this.#db.rows(PING, {}).finally(() => {
      this.#pending = undefined;
    });
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED')), atMostMs);
    await Promise.race([this.#pending, tooLate.promise]).finally(() => clearTimeout(timer));
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });

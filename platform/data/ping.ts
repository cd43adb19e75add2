import { Refusal } from '../core/errors/refusal.ts';
import { integer } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Reader } from './tx.ts';

/** Asks a database whether it answers; one question at a time goes to the server. */
export class Ping {
  readonly #db: Reader;
  #running: Promise<unknown> | undefined;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Throws when the server does not answer within the time, in milliseconds. */
  async check(atMostMs: number): Promise<void> {
    this.#running ??= this.#db.rows(PING, {}).finally(() => {
      this.#running = undefined;
    });
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED')), atMostMs);
    await Promise.race([this.#running, tooLate.promise]).finally(() => clearTimeout(timer));
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });

import { Refusal } from '../core/errors/refusal.ts';
import { integer } from './schema/column.ts';
import { sqlStatement } from './statements/sql-statement.ts';
import type { Reader } from './tx.ts';

/** Checks whether a database responds, with one query at a time. */
export class Ping {
  readonly #db: Reader;
  #question: Promise<unknown> | undefined;

  constructor(db: Reader) {
    this.#db = db;
  }

  /** Throws if the server does not answer within `atMostMs` milliseconds. */
  async ask(atMostMs: number): Promise<void> {
    this.#question ??= this.#db.rows(PING, {}).finally(() => {
      this.#question = undefined;
    });
    const tooLate = Promise.withResolvers<never>();
    const timer = setTimeout(() => tooLate.reject(new Refusal('DEADLINE_EXCEEDED')), atMostMs);
    await Promise.race([this.#question, tooLate.promise]).finally(() => clearTimeout(timer));
  }
}

const PING = sqlStatement(null, 'ping', { parameters: {}, result: { ok: integer() }, text: () => 'SELECT 1 AS ok' });

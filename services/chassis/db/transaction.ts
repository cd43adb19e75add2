import pg from 'pg';
import { endsSession } from './pg-failure.ts';
import type { PointRead, Statement, Tx, Value } from './statement.ts';

/**
 * One transaction on one connection. Statements are sent at once and answered in order, so that all that is sent without waiting travels in
 * one flight, BEGIN and COMMIT included. BEGIN goes ahead of the first statement: a transaction that sends none costs nothing.
 */
export class Transaction implements Tx {
  readonly #client: pg.PoolClient;
  #begun = false;
  #finished = false;
  readonly #pending: Promise<unknown>[] = [];

  /** The first statement that failed, in the order of sending: what follows it fails only in consequence. */
  firstFailure: unknown;

  constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const sent = this.#send<Row>(statement, values).then((result) => result.rows);
    this.#pending.push(sent.catch(() => undefined));
    return sent;
  }

  async point<Row extends object>(read: PointRead<Row>, key: readonly string[]): Promise<Row | null> {
    const rows = await this.rows<Row>(
      read,
      key.map((part) => [part]),
    );
    return rows[0] ?? null;
  }

  write(statement: Statement, values: readonly Value[]): void {
    this.#pending.push(this.#send(statement, values).catch(() => undefined));
  }

  /** Commits all that was sent. A transaction that the server rolled back instead is a failure, never a silent success. */
  async commit(): Promise<void> {
    if (!this.#begun) return;
    this.#finished = true;
    const committed = this.#client.query('COMMIT');
    // A COMMIT that fails while an earlier statement's failure is still being read must not count as unhandled.
    committed.catch(() => undefined);
    await Promise.all(this.#pending);
    if (this.firstFailure !== undefined) {
      await committed.catch(() => undefined);
      throw this.firstFailure;
    }
    try {
      const { command } = await committed;
      if (command !== 'COMMIT') throw new Error(`the server answered COMMIT with ${command}`);
    } catch (error) {
      this.firstFailure = error;
      throw error;
    }
  }

  /** Undoes all that was sent; returns the error when the connection cannot be used any more. */
  async rollback(): Promise<Error | undefined> {
    await Promise.all(this.#pending);
    const broken = connectionError(this.firstFailure);
    if (broken || !this.#begun || this.#finished) return broken;
    try {
      await this.#client.query('ROLLBACK');
      return undefined;
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async #send<Row extends object>(statement: Statement, values: readonly Value[]): Promise<pg.QueryResult<Row>> {
    if (!this.#begun) {
      this.#begun = true;
      this.#pending.push(this.#note(this.#client.query('BEGIN')));
    }
    const sent = this.#client.query<Row>({ name: statement.name, text: statement.text, values: [...values] });
    try {
      return await sent;
    } catch (error) {
      this.firstFailure ??= error;
      throw error;
    }
  }

  async #note(sent: Promise<unknown>): Promise<void> {
    try {
      await sent;
    } catch (error) {
      this.firstFailure ??= error;
    }
  }
}

/** A connection is reusable after the server refused a statement, not after an error of the wire, nor when the server ended the session. */
function connectionError(failure: unknown): Error | undefined {
  if (!(failure instanceof Error)) return undefined;
  return failure instanceof pg.DatabaseError && !endsSession(failure) ? undefined : failure;
}

import pg from 'pg';
import type { Wait } from '../core/call-scope.ts';
import type { Statement, Value } from './statement.ts';
import { typeParsers } from './type-parsers.ts';

/** A statement on its way, and what came back for it. */
export interface Passenger {
  readonly statement: Statement;
  readonly values: readonly Value[];
  /** Whose answer it is part of; undefined for the service's own work. */
  readonly waits?: readonly (Wait | undefined)[];
  /** Nobody looks at its rows: what they are is not asked for. */
  readonly blind?: boolean;
  resolve(result: pg.QueryResult): void;
  /** @param isOwn whether it was this statement that failed, and not only another of its flight */
  reject(error: unknown, isOwn: boolean): void;
}

/**
 * Sends statements in one flight: all at once, one synchronisation point at their end, answered together. Without a transaction around it a
 * flight is one of its own: the server commits it at its end, or undoes all of it. The driver's own queries do the work of each statement;
 * only their synchronisation points are left out, which would end the flight, and cost a wake-up of both sides each.
 */
export function fly(client: pg.ClientBase, passengers: readonly Passenger[]): Promise<void> {
  return new Promise((resolve, reject) => {
    // The driver sets the callback, with its own time limit around it, and calls `submit` when the connection is free.
    const callback = (error?: unknown) => (error ? reject(error) : resolve());
    (client.query as unknown as (flight: Flight, callback: (error?: unknown) => void) => void).call(
      client,
      new Flight(passengers),
      callback,
    );
  });
}

/** What the driver's query has beside what its types say: how a submitted object hears of its answers. */
interface DriverQuery {
  readonly name: string;
  readonly text: string;
  submit(connection: Connection): Error | null;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleError(error: unknown, connection: Connection): void;
}

interface Connection {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void };
  /** Statements whose preparation was sent and not yet answered. */
  readonly submittedNamedStatements: Record<string, string>;
  sync(): void;
}

class Flight {
  readonly #passengers: readonly Passenger[];
  readonly #queries: readonly DriverQuery[];
  /** Set by the driver, which looks whether it is already. */
  callback: ((error?: unknown) => void) | undefined;
  #at = 0;
  #over = false;
  /** What the driver itself found wrong with a statement: values that it cannot send, rows that it cannot read. */
  #fault: unknown;

  constructor(passengers: readonly Passenger[]) {
    this.#passengers = passengers;
    this.#queries = passengers.map(({ statement, values, resolve, reject }) => {
      const config = { name: statement.name, text: statement.text, values: [...values], types: typeParsers };
      const settle = (error: unknown, result: pg.QueryResult) => {
        if (!error) return resolve(result);
        this.#fault ??= error;
        reject(error, true);
      };
      return new (pg.Query as unknown as new (config: object, values: undefined, settle: object) => DriverQuery)(
        config,
        undefined,
        settle,
      );
    });
  }

  /** What it carries, in the order of sending. */
  get statements(): readonly Statement[] {
    return this.#passengers.map(({ statement }) => statement);
  }

  /** The statement whose answers are being read, by which the driver keeps its list of what is prepared. */
  get name(): string | undefined {
    return this.#queries[this.#at]?.name;
  }

  get text(): string | undefined {
    return this.#queries[this.#at]?.text;
  }

  submit(connection: Connection): null {
    const silent = Object.assign(Object.create(connection) as Connection, { sync: () => undefined });
    const blind = Object.assign(Object.create(silent) as Connection, { describe: () => undefined });
    connection.stream.cork();
    try {
      this.#queries.forEach((query, index) => {
        const refused = query.submit(this.#passengers[index]?.blind ? blind : silent);
        this.#fault ??= refused ?? undefined;
      });
      // Half a flight must not be committed.
      if (this.#fault !== undefined) connection.stream.destroy(this.#fault as Error);
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
    return null;
  }

  handleRowDescription(message: unknown): void {
    this.#queries[this.#at]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    if (this.#passengers[this.#at]?.blind) return;
    this.#queries[this.#at]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.#queries[this.#at]?.handleCommandComplete(message, connection);
    this.#at++;
  }

  handleEmptyQuery(connection: Connection): void {
    this.#queries[this.#at]?.handleEmptyQuery(connection);
    this.#at++;
  }

  /** Only now is the flight committed, so only now does anybody hear of an answer. */
  handleReadyForQuery(connection: Connection): void {
    if (this.#over) return;
    this.#over = true;
    for (const query of this.#queries) query.handleReadyForQuery(connection);
    this.callback?.(this.#fault);
  }

  /** The server skips what stands behind the statement that failed: none of it was prepared, and all of the flight fails. */
  handleError(error: unknown, connection: Connection): void {
    if (this.#over) return;
    this.#over = true;
    for (const { name } of this.#queries.slice(this.#at + 1)) delete connection.submittedNamedStatements[name];
    this.#passengers.forEach((passenger, index) => {
      passenger.reject(error, index === this.#at);
    });
    this.callback?.(error);
  }
}

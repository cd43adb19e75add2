/** The members of the driver's client that its types omit. */
export interface Driver {
  readonly connection: Connection;
  /** The time limit of each query, in milliseconds. */
  readonly connectionParameters: { query_timeout: number };
  query(batch: object): void;
}

/** The members of the driver's query that its types omit: how a submitted object receives its results. */
export interface DriverQuery {
  readonly _result: DriverResult;
  _accumulateRows: boolean;
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

/** The members of the driver's result that its types omit. */
export interface DriverResult {
  readonly fields: readonly { readonly name: string }[];
  readonly _parsers: readonly ((text: string) => unknown)[];
  parseRow: RowReader;
}

/** Makes a row of its columns' texts. */
export type RowReader = (row: readonly (string | null)[]) => object;

/** The members of the driver's connection that its types omit. */
export interface Connection {
  readonly stream: { cork(): void; uncork(): void; destroy(error: Error): void };
  /** Statements whose preparation was sent but not yet confirmed. */
  readonly submittedNamedStatements: Record<string, string>;
  /** Statements that the server has prepared. */
  readonly parsedStatements: Record<string, string>;
  close(statement: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
  once(event: 'readyForQuery' | 'end', listener: () => void): void;
  off(event: 'readyForQuery' | 'end', listener: () => void): void;
}

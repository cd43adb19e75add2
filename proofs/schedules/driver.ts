import type pg from 'pg';

/** The members of the driver that its types omit. */
export interface Driver {
  readonly processID: number;
  readonly connection: { readonly stream: { destroy(error: Error): void } } & NodeJS.EventEmitter;
  readonly connectionParameters: { application_name?: string; query_timeout: number };
}

/** What `libraries/pg-batch/batch.ts` sends. */
export interface Batch {
  readonly statements: readonly { readonly name: string }[];
  handleReadyForQuery(): void;
  handleError(error: Error, connection: unknown): void;
}

/** The application's name in the list of sessions. */
export function applicationOf(client: pg.Client): string | undefined {
  return (client as unknown as Driver).connectionParameters.application_name;
}

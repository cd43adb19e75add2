import type pg from 'pg';

/** The server's description of a statement before it runs: types are OIDs. */
export interface Description {
  readonly parameters: readonly number[];
  readonly result: readonly { readonly name: string; readonly type: number }[];
}

interface Wire {
  once(event: 'parameterDescription', take: (message: { readonly dataTypeIDs: readonly number[] }) => void): void;
  removeAllListeners(event: 'parameterDescription'): void;
  parse(statement: { readonly text: string; readonly name: string; readonly types: readonly number[] }): void;
  describe(what: { readonly type: 'S'; readonly name: string }): void;
  sync(): void;
}

/** Parses and describes a statement without running it. */
export function describeStatement(client: pg.Client, text: string): Promise<Description> {
  return new Promise((resolve, reject) => {
    let wire: Wire;
    let parameters: readonly number[] = [];
    let result: Description['result'] = [];
    let failure: Error | undefined;
    const nothing = () => undefined;
    client.query({
      submit(connection: unknown) {
        wire = connection as Wire;
        wire.once('parameterDescription', ({ dataTypeIDs }) => (parameters = dataTypeIDs));
        wire.parse({ text, name: '', types: [] });
        wire.describe({ type: 'S', name: '' });
        wire.sync();
      },
      handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }) {
        result = fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID }));
      },
      handleError(error: Error) {
        failure = error;
        wire.removeAllListeners('parameterDescription');
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve({ parameters, result })),
      handleDataRow: nothing,
      handlePortalSuspended: nothing,
      handleCommandComplete: nothing,
      handleEmptyQuery: nothing,
    } as never);
  });
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isProduction, projectFiles, root } from './project/project.ts';

/** What each library exports. A name more is a promise more. */
const EXPORTS: Readonly<Record<string, readonly string[]>> = {
  'embedded-postgres': [
    'EmbeddedPostgres',
    'EmbeddedPostgresError',
    'EmbeddedPostgresFault',
    'EmbeddedPostgresOptions',
    'EndSteps',
    'Owner',
    'Program',
    'ServerLog',
    'SuperviseOptions',
    'Supervised',
    'Supervisor',
    'checkDataDirectory',
    'endOrphan',
    'endProcess',
    'findFreePort',
    'findServer',
    'ifAbsent',
    'isAlive',
    'listenBriefly',
    'readOwner',
    'startEmbeddedPostgres',
    'supervise',
    'worksOn',
    'writeAtomically',
  ],
  'grpc-mux': [
    'AddressCounts',
    'MuxAnswer',
    'MuxCall',
    'MuxClient',
    'MuxClientOptions',
    'MuxReply',
    'MuxService',
    'decode',
    'encode',
    'parseTargets',
    'serverOptions',
  ],
  'outbound-guard': [
    'AddressNotAllowed',
    'Guard',
    'HttpsRequired',
    'NameNotResolved',
    'NotSent',
    'ResolveName',
    'anywhere',
    'guardedConnector',
    'internetOnly',
    'isPublicAddress',
    'nameServers',
  ],
  'pg-batch': [
    'AdvisoryLock',
    'BegunTooLate',
    'BindableStatement',
    'Caller',
    'Database',
    'DatabaseOptions',
    'FailureKind',
    'LOCK_SILENCE_MS',
    'Parameter',
    'Prepared',
    'PreparedPointRead',
    'PreparedRead',
    'Reader',
    'Rejection',
    'Statement',
    'Tracing',
    'TransactionOptions',
    'Transactions',
    'Tx',
    'Value',
    'bind',
    'failureKind',
    'openClient',
    'openPool',
    'withClient',
  ],
  'sliding-window': [
    'Cell',
    'Decision',
    'Generations',
    'MemoryRateLimiter',
    'Rate',
    'RateLimiter',
    'SharedCells',
    'SharedRateLimiter',
    'SharedRateLimiterOptions',
    'SharingListener',
    'cellBytes',
  ],
  'typed-sql': [
    'AuditLog',
    'Audited',
    'ChangedKeys',
    'Column',
    'ColumnIndex',
    'Columns',
    'Constraints',
    'Conventions',
    'Declared',
    'Drift',
    'Index',
    'MAX_FOUND',
    'MAX_SEARCHED',
    'PageRow',
    'ParameterTypes',
    'Placeholders',
    'Recording',
    'Reference',
    'ResultColumns',
    'ResultOf',
    'RowOf',
    'Schema',
    'Table',
    'ValuesOf',
    'bigint',
    'boolean',
    'boundedPage',
    'bytes',
    'bytesArray',
    'changeRows',
    'changedIn',
    'changedKeys',
    'changedRows',
    'columnOf',
    'columnsBut',
    'columnsOf',
    'compareSchemas',
    'containing',
    'contains',
    'declaredStatements',
    'declaringTables',
    'deleteRows',
    'deleteRowsBy',
    'double',
    'equalsUnlessNull',
    'findBy',
    'identity',
    'insertRow',
    'insertRows',
    'instant',
    'integer',
    'integerRange',
    'json',
    'jsonOf',
    'jsonb',
    'limited',
    'listChangedRows',
    'listRows',
    'listRowsWithIds',
    'listsOf',
    'lockRow',
    'lockRowsByRef',
    'makeIndexesAhead',
    'nothing',
    'optionalUuids',
    'pageHasMore',
    'plainText',
    'positionIn',
    'range',
    'readCatalogue',
    'rowsByIds',
    'rowsOfRefs',
    'rowsWithIds',
    'sqlPointRead',
    'sqlStatement',
    'sqlUpdate',
    'storedName',
    'text',
    'typesOf',
    'updateRow',
    'updateRows',
    'uuid',
    'uuids',
    'withIdsIn',
  ],
};

it('lists every library', () => {
  expect(readdirSync(`${root}/libraries`).sort()).toEqual(Object.keys(EXPORTS).sort());
});

describe.each(Object.entries(EXPORTS))('libraries/%s', (name, expected) => {
  it('exports what is listed, and nothing else', () => {
    expect(exportsOf(readFileSync(`${root}/libraries/${name}/index.ts`, 'utf8')).sort()).toEqual([...expected].sort());
  });

  it('mentions nothing of the product', () => {
    const sources = projectFiles().filter((file) => file.path.startsWith(`libraries/${name}/`) && isProduction(file));
    expect(
      sources.filter(({ text }) => /lyceum|institution|integration|decisions \d/i.test(text)).map(({ path }) => path),
    ).toEqual([]);
  });

  it('has a README', () => {
    expect(existsSync(`${root}/libraries/${name}/README.md`)).toBe(true);
  });
});

/** The names of an index, which has nothing but lines such as `export { A, type B as C } from './a.ts';`. */
function exportsOf(index: string): string[] {
  const rest = index.replace(EXPORT, '').replace(/\/\*\*.*?\*\//gs, '');
  expect(rest.trim()).toBe('');
  return [...index.matchAll(EXPORT)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((each) =>
        each
          .trim()
          .replace(/^type /, '')
          .replace(/^.* as /, ''),
      )
      .filter((each) => each !== ''),
  );
}

const EXPORT = /export (?:type )?\{([^}]*)\} from '\.\/[\w./-]+';/g;

import { rm } from 'node:fs/promises';
import { place } from '../../cli/placing/place.ts';
import { type Databases, withDatabases } from '../../cli/service-databases.ts';
import { databaseName } from '../../deploy/installation/database-urls.ts';
import { register } from '../../deploy/installation/register.ts';
import { services } from '../../deploy/installation/services.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { withClient } from '../../libraries/pg-batch/index.ts';
import { nameAt } from '../../platform/data/placements.ts';
import { importRecords } from '../../test/support/import-records.ts';
import { newAuthorizations, newInstitution, withSystem } from '../prepare.ts';
import { reportNeighbour } from './neighbour.ts';
import { makeYear } from './year/make-year.ts';
import { shareOfYear } from './year/year-size.ts';

const placeable = services.filter(({ isPlaceable }) => isPlaceable);
const USERS = 200;
const INTEGRATIONS = 200;

/**
 * Gives the large institution of a share of a year to another server, and prints how long each step took, and how long
 * writes were refused. Then what another institution, on the first server, notices of one that is busy: there, and on
 * the other server, which is also stopped.
 */
export async function reportPlacing(
  postgres: EmbeddedPostgres,
  share: number,
  print: (line: string) => void,
): Promise<void> {
  const year = await makeYear(postgres, 'here', shareOfYear(share), print);
  // Events of the last hour would be waited for, and nothing consumes those that were only stored.
  for (const { name } of services)
    await withClient({ connectionString: year.url(name) }, (client) => client.query('TRUNCATE outbox, inbox'));
  const dataDir = await makeTestDirectory();
  const other = await startEmbeddedPostgres({ dataDir, maxConnections: 200 });
  await other.ensureDatabases(placeable.map(({ name }) => databaseName(name)));
  const urlOf = (database: string) => {
    const [service = '', server] = database.split('@');
    return server === undefined ? year.url(service) : other.url(databaseName(service));
  };
  const names = [...services.map(({ name }) => name), ...placeable.map(({ name }) => nameAt(name, 'b'))];
  const urls: Databases = names.map((name) => [name, urlOf(name)]);
  try {
    const schools = await withSystem(
      urlOf,
      async (as) => {
        await measure(urls, year.large, print);
        const made = [];
        for (const ref of ['neighbour', 'busy']) {
          const id = await newInstitution(as, { ref, name: ref, settings: { timeTrackingEnabled: true } });
          const operator = as({ kind: 'operator', institutionId: id });
          const records = Array.from({ length: USERS }, (_, n) => ({
            ref: `u${n}`,
            email: `u${n}@${ref}.example`,
            name: 'A',
          }));
          const users = await importRecords(operator, 'users', records);
          const authorizations = await newAuthorizations(as, Array(INTEGRATIONS).fill(id));
          made.push({ id, userIds: users.map((user) => user.id), authorizations });
        }
        return made;
      },
      ['b'],
    );
    const environment = { ...year.environment, PLACED_DATABASE_URLS: `b=${other.url('postgres')}` };
    const placeBusy = (id: string) => withSystem(urlOf, () => measure(urls, id, () => undefined), ['b']);
    await reportNeighbour({ environment, schools, placeBusy, otherDataDir: dataDir }, print);
  } finally {
    await other.stop();
    await rm(dataDir, { recursive: true });
  }
}

async function measure(urls: Databases, institutionId: string, print: (line: string) => void): Promise<void> {
  let refusedMs = 0;
  await withDatabases(urls, (databases) =>
    place({
      ...{ databases, urls, institutionId, server: 'b', journal: undefined, onTable: () => undefined },
      async step(name, work) {
        const began = performance.now();
        const result = await work();
        const ms = performance.now() - began;
        if (name !== 'remove') refusedMs += ms;
        print(`${name.padEnd(6)} ${(ms / 1_000).toFixed(1).padStart(6)} s`);
        return result;
      },
    }),
  );
  let rows = 0;
  for (const { name } of placeable) {
    const url = new Map(urls).get(nameAt(name, 'b'));
    const counts = (register.get(name) ?? []).flatMap(({ name: table, belongsTo }) =>
      'institution' in belongsTo ? [`(SELECT count(*) FROM ${table} WHERE ${belongsTo.institution} = $1)`] : [],
    );
    const counted = await withClient({ connectionString: url }, (client) =>
      client.query<{ rows: string }>(`SELECT ${counts.join(' + ')} AS rows`, [institutionId]),
    );
    rows += Number(counted.rows[0]?.rows);
  }
  print(`${rows} rows of it are there; writes were refused for ${(refusedMs / 1_000).toFixed(1)} s`);
}

import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { reportCells } from './cell.ts';
import { reportDataCheck } from './data-check.ts';
import { reportMigrations } from './migrations/report.ts';
import { reportMoving } from './moving.ts';
import { reportPlacing } from './placing.ts';
import { reportRequests } from './requests/report.ts';
import { reportSizes } from './sizes.ts';
import { reportStatements } from './statements/report.ts';
import { makeYear } from './year/make-year.ts';
import { SMALL_YEAR, shareOfYear } from './year/year-size.ts';

/**
 * `npm run bench:scale`: the product with much stored data. By default every statement that reads or cleans up, and
 * lists, filters, calendars and overlap checks over HTTP, and `lyceum data check`, in a tenth of a year of a large
 * institution and a thousand small ones (`--share 1`: ten million logs, a million users and appointments; 15 GB, and
 * half an hour to fill), as ratios to ten thousand of each. With `--institutions 10,100,1000`: what a request costs in
 * a cell with so many institutions of 20 users. With `--moving`: how long the large one cannot be changed when it moves.
 * With `--placing`: the same when it goes to another PostgreSQL server, and what others notice of it there.
 */
const { values } = parseArgs({
  options: {
    share: { type: 'string', default: '0.1' },
    /** The numbers of institutions, ascending. */
    institutions: { type: 'string' },
    /** Moves the large institution to another installation instead. */
    moving: { type: 'boolean', default: false },
    /** Gives the large institution to another server instead. */
    placing: { type: 'boolean', default: false },
    /** The parent of the data directory; by default the system's directory for temporary files. */
    directory: { type: 'string' },
  },
});

const print = (line: string) => void process.stdout.write(`${line}\n`);

if (values.institutions !== undefined) await reportInstitutions(values.institutions.split(',').map(Number));
else if (values.moving) await withPostgres((postgres) => reportMoving(postgres, Number(values.share), print));
else if (values.placing) await withPostgres((postgres) => reportPlacing(postgres, Number(values.share), print));
else await reportYear(Number(values.share));

async function reportInstitutions(institutions: readonly number[]): Promise<void> {
  await withPostgres((postgres) => reportCells(postgres, { institutions, users: 20 }, print));
}

async function reportYear(share: number): Promise<void> {
  await withPostgres(async (postgres) => {
    const small = await makeYear(postgres, 'small', SMALL_YEAR, print);
    const full = await makeYear(postgres, 'full', shareOfYear(share), print);
    // The product cleans up what is due, so the statements of the janitor come first.
    await reportStatements(small, full, print);
    await reportRequests(small, full, print);
    await reportSizes(full, print);
    await reportDataCheck([small, full], print);
    await reportMigrations(full, print);
  });
}

async function withPostgres(work: (postgres: EmbeddedPostgres) => Promise<void>): Promise<void> {
  const dataDir = values.directory ?? (await makeTestDirectory());
  const postgres = await startEmbeddedPostgres({ dataDir, maxConnections: 200 });
  try {
    await work(postgres);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

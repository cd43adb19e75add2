import { databaseVariable } from '../../../deploy/installation/database-urls.ts';
import { services } from '../../../deploy/installation/services.ts';
import type { EmbeddedPostgres } from '../../../dev/embedded-postgres.ts';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import { DAY_MS } from '../../../platform/core/instant.ts';
import { newAuthorizations, newInstitution, withSystem } from '../../prepare.ts';
import { curriculaRows } from './curricula-rows.ts';
import { directoryRows } from './directory-rows.ts';
import { identityRows } from './identity-rows.ts';
import { DECLARE_UID, type Year } from './rows-of-year.ts';
import { locationRows, schedulingRows } from './scheduling-rows.ts';
import { platformRows, timeTrackingRows } from './time-tracking-rows.ts';
import { webhookRows } from './webhook-rows.ts';
import { withoutIndexes } from './without-indexes.ts';
import type { YearSize } from './year-size.ts';

/** A year's rows in separate databases. */
export interface MadeYear extends Year {
  readonly size: YearSize;
  url(service: string): string;
  /** The environment of a target. */
  readonly environment: Readonly<Record<string, string>>;
  /** Credentials of integrations of the large institution. */
  readonly authorizations: readonly string[];
}

const ROWS: Readonly<Record<string, (year: Year, size: YearSize) => readonly string[]>> = {
  directory: directoryRows,
  identity: identityRows,
  scheduling: schedulingRows,
  timetracking: timeTrackingRows,
  curricula: curriculaRows,
  locations: locationRows,
  webhooks: webhookRows,
};

const INTEGRATIONS = 40;

/**
 * Creates databases for all services, migrates them like the product, and fills them with `generate_series`.
 * @param say receives the progress
 */
export async function makeYear(
  postgres: EmbeddedPostgres,
  name: string,
  size: YearSize,
  print: (line: string) => void,
): Promise<MadeYear> {
  const url = (service: string) => postgres.url(`${service}_${name}`);
  await postgres.ensureDatabases(services.map((service) => `${service.name}_${name}`));
  const { large, authorizations } = await withSystem(url, async (as) => {
    const large = await newInstitution(as, { ref: 'large', name: 'Large', settings: { rejectRoomConflicts: true } });
    return { large, authorizations: await newAuthorizations(as, Array(INTEGRATIONS).fill(large)) };
  });
  const begin = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS - 365 * DAY_MS).toISOString();
  const year = { large, begin };
  await Promise.all(services.map((service) => fillService(year, service.name, { size, url, print })));
  const environment = {
    INSTITUTION_ID: large,
    ...Object.fromEntries(services.map((service) => [databaseVariable(service.name), url(service.name)])),
  };
  return { ...year, size, url, environment, authorizations };
}

async function fillService(
  year: Year,
  service: string,
  { size, url, print }: Pick<MadeYear, 'size' | 'url'> & { print(line: string): void },
): Promise<void> {
  const began = performance.now();
  await withClient({ connectionString: url(service) }, async (client) => {
    await client.query(DECLARE_UID);
    await withoutIndexes(client, async () => {
      const texts = [...(ROWS[service]?.(year, size) ?? []), ...platformRows(year, service, size)];
      for (const text of texts) await client.query(text);
    });
    await client.query('VACUUM ANALYZE');
  });
  print(`${service} filled in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
}

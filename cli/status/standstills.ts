import { systemClock } from '../../platform/core/clock.ts';
import type { Environment } from '../../platform/core/config/config.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import type { Database } from '../../platform/data/database.ts';
import { FIRST_SERVER, readPlacements } from '../../platform/data/placements.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import { listAllStandstills } from '../../platform/data/standstill/closing-rows.ts';
import { type Finding, ok, wrong } from '../checks/finding.ts';
import { serviceOfDatabase, withAllDatabases } from '../service-databases.ts';
import { databaseAt, SERVICES } from '../service-names.ts';

/** What keeps closed institutions from being deleted, or reopened. None if the databases cannot be read. */
export async function standstillFindings(environment: Environment): Promise<Finding[]> {
  const found = await withAllDatabases(environment, (databases) =>
    Promise.all([...databases].map(([name, db]) => standstillsIn(name, db))),
  ).catch(() => null);
  if (!found) return [];
  const ended = found.flat().filter(({ closedAt, deletedAt }) => closedAt !== null && deletedAt === null);
  return [...Map.groupBy(ended, ({ institutionId }) => institutionId)].map(([id, rows]) => findingOf(id, rows));
}

/** Without those of institutions whose rows are on another server: what is left of one there says nothing. */
async function standstillsIn(name: string, db: Database): Promise<Standstill[]> {
  const [{ servers }, rows] = await Promise.all([readPlacements(db), listAllStandstills(db)]);
  const databaseOf = (id: string) => databaseAt(serviceOfDatabase(name), servers.get(id) ?? FIRST_SERVER);
  return rows.filter(({ institutionId }) => databaseOf(institutionId) === name);
}

function findingOf(id: string, rows: readonly Standstill[]): Finding {
  const thing = `institution ${id}`;
  if (rows.some(({ state }) => state === 'deleting')) return ok(thing, 'is being deleted');
  if (rows.length < SERVICES.length || rows.some(({ deletesAt }) => deletesAt === null))
    return wrong(
      thing,
      'was closed or reopened half way',
      `lyceum institutions close ${id}, or lyceum institutions reopen ${id}`,
    );
  const late = rows.find(({ deletesAt }) => deletesAt !== null && fromInstantText(deletesAt) <= systemClock.now());
  if (late && late.archiveVerifiedAt === null)
    return wrong(
      thing,
      `should have been deleted since ${late.deletesAt}, but no archive of it was verified after it was closed`,
      `lyceum institutions export and verify, or lyceum institutions delete ${id} --now --yes ${id} --without-archive`,
    );
  return ok(thing, `is closed; it is deleted at ${rows[0]?.deletesAt}`);
}

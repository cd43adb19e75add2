import { systemClock } from '../../platform/core/clock.ts';
import type { Environment } from '../../platform/core/config/config.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import { listAllStandstills } from '../../platform/data/standstill/closing-rows.ts';
import { type Finding, ok, wrong } from '../checks/finding.ts';
import { withAllDatabases } from '../service-databases.ts';

/** What keeps closed institutions from being deleted, or reopened. None if the databases cannot be read. */
export async function standstillFindings(environment: Environment): Promise<Finding[]> {
  const found = await withAllDatabases(environment, (databases) =>
    Promise.all([...databases.values()].map((db) => listAllStandstills(db))),
  ).catch(() => null);
  if (!found) return [];
  const ended = found.flat().filter(({ closedAt, deletedAt }) => closedAt !== null && deletedAt === null);
  const byId = [...Map.groupBy(ended, ({ institutionId }) => institutionId)];
  return byId.map(([id, rows]) => findingOf(id, rows, found.length));
}

function findingOf(id: string, rows: readonly Standstill[], services: number): Finding {
  const thing = `institution ${id}`;
  if (rows.some(({ state }) => state === 'deleting')) return ok(thing, 'is being deleted');
  if (rows.length < services || rows.some(({ deletesAt }) => deletesAt === null))
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

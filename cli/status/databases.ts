import { resolve } from 'node:path';
import { configuredDirectUrl } from '../../deploy/installation/database-urls.ts';
import { findEmbeddedPostgres } from '../../deploy/installation/find-embedded-postgres.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { type Environment, readConfig } from '../../platform/core/config/config.ts';
import { fromInstantText } from '../../platform/core/instant.ts';
import type { Database } from '../../platform/data/database.ts';
import { migrationState } from '../../platform/data/migration-state.ts';
import { type Backlog, readBacklog } from '../../platform/data/outbox/backlog.ts';
import { type PlacementRows, readPlacements } from '../../platform/data/placements.ts';
import { type Finding, failed, none, ok, wrong } from '../checks/finding.ts';
import { dataVariables } from '../data-variables.ts';
import { listDeadLetters } from '../dead-letters/dead-letter-list.ts';
import { definitionOf } from '../definition-of.ts';
import { type Databases, serviceDatabaseUrls, serviceOfDatabase, withDatabase } from '../service-databases.ts';
import { SERVICES } from '../service-names.ts';
import { placementFindings } from './placements.ts';

/** Checks for each service whether its database answers, whether it is migrated, and what is waiting in it. */
export async function databaseFindings(environment: Environment): Promise<Finding[]> {
  const isAsked = SERVICES.some((name) => configuredDirectUrl(name, environment) !== undefined);
  if (!isAsked && !(await findEmbeddedPostgres(resolve(readConfig(dataVariables, environment).DATA_DIR))))
    return [none('databases', 'not asked: DATABASE_URL is not set here')];
  let urls: Databases;
  try {
    urls = await serviceDatabaseUrls(environment, undefined);
  } catch (error) {
    return [failed('databases', error)];
  }
  const found = await Promise.all(
    urls.map(async ([name, url]) => {
      try {
        return await withDatabase(name, url, (db) => askedOf(name, url, db), TIMEOUT_MS);
      } catch (error) {
        return { name, findings: [failed(`database ${name}`, error)] };
      }
    }),
  );
  const places = found.flatMap(({ name, places }) => (places ? [[name, places] as const] : []));
  return [...found.flatMap(({ findings }) => findings), ...placementFindings(new Map(places))];
}

interface Asked {
  readonly name: string;
  readonly findings: Finding[];
  /** Absent if that is not known. */
  readonly places?: PlacementRows;
}

async function askedOf(name: string, url: string, db: Database): Promise<Asked> {
  const { applied, expected } = await migrationState(db, definitionOf(name).migrations);
  const { host, pathname } = new URL(url);
  const findings = [ok(`database ${name}`, `${host}${pathname}`)];
  if (applied < expected) {
    const detail = `${applied} of ${expected} applied`;
    return { name, findings: [...findings, wrong(`migrations ${name}`, detail, 'lyceum migrate')] };
  }
  const [places, backlog, deadLetters] = await Promise.all([
    readPlacements(db),
    readBacklog(db),
    listDeadLetters(db, {}),
  ]);
  findings.push(ok(`migrations ${name}`, `all ${expected} applied`), backlogFinding(name, backlog, deadLetters.length));
  return { name, findings, places };
}

function backlogFinding(name: string, { events, oldestAt }: Backlog, deadLetters: number): Finding {
  const thing = `backlog ${name}`;
  if (deadLetters > 0)
    return wrong(
      thing,
      `${deadLetters} dead letters (events that could not be handled)`,
      `lyceum events dead-letters --service ${serviceOfDatabase(name)}`,
    );
  if (oldestAt === null) return ok(thing, 'no event is waiting');
  const seconds = Math.max(0, Math.round((systemClock.now() - fromInstantText(oldestAt)) / 1000));
  const detail = `${events} events waiting, the oldest for ${seconds} s`;
  return seconds > WAITED_TOO_LONG_S ? wrong(thing, detail) : ok(thing, detail);
}

const TIMEOUT_MS = 4_000;
/** The threshold of the alert LyceumOutboxOld. */
const WAITED_TOO_LONG_S = 120;

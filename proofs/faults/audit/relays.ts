import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '../../../libraries/pg-batch/index.ts';
import type { Infrastructure } from '../fleet/layouts.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';

interface Holder {
  readonly lock: string;
  readonly application: string;
}

/**
 * Polls the holders of the relay locks until its end, which returns descriptions of all violations. At most one session
 * per service may hold its lock, and no session that a pooler shares between processes.
 */
export function watchRelays(on: Infrastructure): { end(): Promise<readonly string[]> } {
  const wrong = new Set<string>();
  const seen = new Set<string>();
  let isOver = false;
  const compare = (holders: readonly Holder[]) => {
    for (const [lock, sessions] of Map.groupBy(holders, (holder) => holder.lock)) {
      seen.add(lock);
      if (sessions.length > 1) wrong.add(`${sessions.length} sessions held ${lock}`);
      const own = `lyceum-${lock.slice(PREFIX.length)} ${lock}`;
      for (const { application } of sessions)
        if (application !== own) wrong.add(`${lock} was held by a session of "${application}"`);
    }
  };
  const look = async () => {
    while (!isOver) {
      // Uses one connection for as long as the server runs.
      const looking = withClient({ connectionString: on.databaseUrl('directory') }, async (client) => {
        for (; !isOver; await delay(LOOK_EVERY_MS))
          compare((await client.query<Holder>(HOLDERS, [SERVICES.map(lockOf)])).rows);
      });
      await looking.catch(() => delay(LOOK_EVERY_MS));
    }
  };
  const looking = look();
  return {
    async end() {
      isOver = true;
      await looking;
      const unseen = SERVICES.filter((service) => !seen.has(lockOf(service)));
      return [...wrong, ...unseen.map((service) => `nobody was seen to hold the lock of ${service}'s relay`)];
    },
  };
}

function lockOf(service: Service): string {
  return `${PREFIX}${service}`;
}

const PREFIX = 'outbox/';
const LOOK_EVERY_MS = 100;
/** The query finds locks in all databases of the server: their keys differ. */
const HOLDERS = `SELECT name AS lock, application_name AS application
  FROM unnest($1::text[]) AS name
  JOIN pg_locks ON locktype = 'advisory' AND granted AND objsubid = 1
    AND (classid::bigint << 32 | objid::bigint) = hashtextextended(name, 0)
  JOIN pg_stat_activity USING (pid)`;

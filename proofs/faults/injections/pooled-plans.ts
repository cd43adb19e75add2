import { TAKEOVER_MS } from '../audit/event-waits.ts';
import { type Pooled, pgbouncer } from '../fleet/layouts/pgbouncer.ts';
import { SERVICES } from '../fleet/parts.ts';
import { killGateway, killNats, killPostgres } from './kills.ts';
import { pauseNats, pausePostgres } from './pauses.ts';
import { fullPlan, type Plan, shortPlan } from './plans.ts';
import { killPgBouncer, killReplica, pausePgBouncer, pauseReplica, restartPgBouncer } from './pooler.ts';

/**
 * Two processes of each service behind PgBouncer. If one dies, no request fails, and events wait only until the other
 * process takes over.
 */
export const shortPooledPlan: Plan<Pooled> = {
  ...shortPlan,
  layout: pgbouncer,
  replicas: 2,
  faults: [killPgBouncer, killReplica('timetracking'), restartPgBouncer, pauseReplica('scheduling'), killPostgres],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
  eventsWaitAtMostMs: TAKEOVER_MS,
};

export const fullPooledPlan: Plan<Pooled> = {
  ...fullPlan,
  layout: pgbouncer,
  replicas: 2,
  faults: [
    killPgBouncer,
    ...SERVICES.flatMap((service) => [killReplica(service), killReplica(`${service}-2`)]),
    restartPgBouncer,
    pausePgBouncer,
    killPgBouncer,
    ...SERVICES.map(pauseReplica),
    killPostgres,
    pausePostgres,
    killNats,
    pauseNats,
    killGateway,
  ],
  hasProxies: false,
  neighbour: { ...fullPlan.neighbour, attacks: [] },
  eventsWaitAtMostMs: TAKEOVER_MS,
};

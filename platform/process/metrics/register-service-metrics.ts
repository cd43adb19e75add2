import { fromInstantText } from '../../core/instant.ts';
import { checksumFailures } from '../../data/checksum-failures.ts';
import { isCollationChanged } from '../../data/collation-state.ts';
import { handlingLags } from '../../events/inbox/deliver.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { RunningService } from '../service.ts';
import { registerReadinessMetrics } from './register-process-metrics.ts';

/** Registers all metrics of a service, and the queries on its database. */
export function registerServiceMetrics(metrics: Metrics, running: RunningService): void {
  const { name: service } = running;
  registerReadinessMetrics(metrics, service, () => running.isReady());
  running.calls.answered.register(metrics);
  running.calls.made.register(metrics);
  metrics.collect('lyceum_rpc_server_calls_refused_total', (counter) => {
    const { callsRefused, callsRefusedForMemory } = running.load;
    counter.inc({ service, reason: 'calls' }, callsRefused);
    counter.inc({ service, reason: 'memory' }, callsRefusedForMemory);
  });
  registerDatabaseMetrics(metrics, running);
  registerOutboxMetrics(metrics, running);
  registerDeadLetterMetrics(metrics, running);
  metrics.add('lyceum_consumer_lag_seconds', handlingLags(running.runtime));
  registerMigrationMetrics(metrics, running);
  running.definition.registerMetrics?.(metrics, running.runtime);
}

/** A service's use of its database, and its background work there. */
function registerDatabaseMetrics(metrics: Metrics, running: RunningService): void {
  const service = running.name;
  const database = () => running.counts.database;
  metrics.collect('lyceum_db_sessions', (gauge) => {
    const { sessions, idle } = database();
    gauge.set({ service, state: 'busy' }, sessions - idle);
    gauge.set({ service, state: 'idle' }, idle);
  });
  metrics.collect('lyceum_db_sessions_max', (gauge) => gauge.set({ service }, database().maxSessions));
  metrics.collect('lyceum_db_waiting', (gauge) => {
    const { waiting, readsWaiting } = database();
    gauge.set({ service, kind: 'session' }, waiting);
    gauge.set({ service, kind: 'read' }, readsWaiting);
  });
  metrics.collect('lyceum_db_shared_commands_total', (counter) => {
    const { sharedWrites, repeatedWrites } = database();
    counter.inc({ service, outcome: 'committed' }, sharedWrites);
    counter.inc({ service, outcome: 'repeated' }, repeatedWrites);
  });
  metrics.collect('lyceum_db_shortages_total', (counter) => {
    for (const [resource, count] of Object.entries(database().shortages)) counter.inc({ service, resource }, count);
  });
  const checksums = metrics.addQuery({ service, query: 'checksums', run: () => checksumFailures(running.runtime.db) });
  metrics.collectAnswer('lyceum_db_checksum_failures', checksums, (gauge, failures) => {
    if (failures !== null) gauge.set({ service }, failures);
  });
  const collation = metrics.addQuery({
    service,
    query: 'collation',
    run: () => isCollationChanged(running.runtime.db),
  });
  metrics.collectAnswer('lyceum_db_collation_changed', collation, (gauge, isChanged) =>
    gauge.set({ service }, Number(isChanged)),
  );
  for (const [name, read] of Object.entries(TOTALS))
    metrics.collect(name as keyof typeof TOTALS, (counter) => counter.inc({ service }, read(running.counts)));
}

const TOTALS = {
  lyceum_db_refusals_total: ({ database }) => database.refused,
  lyceum_db_shared_transactions_total: ({ database }) => database.sharedTransactions,
  lyceum_db_session_timeouts_total: ({ database }) => database.sessionTimeouts,
  lyceum_db_statement_timeouts_total: ({ database }) => database.statementTimeouts,
  lyceum_db_statement_cancels_total: ({ database }) => database.cancels,
  lyceum_outbox_published_events_total: ({ events }) => events.published,
  lyceum_outbox_lost_events_total: ({ events }) => events.lost,
  lyceum_janitor_rounds_total: ({ janitor }) => janitor.rounds,
  lyceum_janitor_failures_total: ({ janitor }) => janitor.failures,
} as const satisfies Record<string, (counts: RunningService['counts']) => number>;

function registerOutboxMetrics(metrics: Metrics, running: RunningService): void {
  const service = running.name;
  const outbox = metrics.addQuery({ service, query: 'outbox', run: () => running.readBacklog() });
  metrics.collectAnswer('lyceum_outbox_events', outbox, (gauge, { events }) => gauge.set({ service }, events));
  metrics.collectAnswer('lyceum_outbox_oldest_event_age_seconds', outbox, (gauge, { oldestAt }) => {
    const ageMs = oldestAt === null ? 0 : running.runtime.clock.now() - fromInstantText(oldestAt);
    gauge.set({ service }, Math.max(0, ageMs / 1_000));
  });
}

function registerDeadLetterMetrics(metrics: Metrics, running: RunningService): void {
  const { name: service } = running;
  const { consumers } = running.definition;
  const run = () => running.countDeadLetters();
  metrics.collectAnswer(
    'lyceum_dead_letters',
    metrics.addQuery({ service, query: 'dead letters', run }),
    (gauge, deadLetters) => {
      const known = new Map([...consumers.map(({ name }) => [name, 0] as const), ...deadLetters]);
      for (const [consumer, events] of known) gauge.set({ service, consumer }, events);
    },
  );
}

function registerMigrationMetrics(metrics: Metrics, running: RunningService): void {
  const service = running.name;
  const migrations = metrics.addQuery({ service, query: 'migrations', run: () => running.migrationState() });
  metrics.collectAnswer('lyceum_migrations_applied', migrations, (gauge, { applied }) =>
    gauge.set({ service }, applied),
  );
  metrics.collectAnswer('lyceum_migrations_expected', migrations, (gauge, { expected }) =>
    gauge.set({ service }, expected),
  );
  metrics.collectAnswer('lyceum_migrations_up_to_date', migrations, (gauge, { applied, expected }) =>
    gauge.set({ service }, Number(applied === expected)),
  );
}

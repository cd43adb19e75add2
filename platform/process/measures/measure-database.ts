import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { RunningService } from '../service.ts';

/** Adds how a service uses its database, and what works on it beside the calls. */
export function measureDatabase(metrics: Metrics, running: RunningService): void {
  const service = running.definition.name;
  metrics.addCounts({
    families: [
      'lyceum_db_sessions',
      'lyceum_db_sessions_max',
      'lyceum_db_waiting',
      'lyceum_db_refusals_total',
      'lyceum_db_session_timeouts_total',
      'lyceum_db_statement_timeouts_total',
      'lyceum_db_statement_cancels_total',
      'lyceum_db_shortages_total',
      'lyceum_outbox_published_events_total',
      'lyceum_janitor_rounds_total',
      'lyceum_janitor_failures_total',
    ],
    read(put) {
      const { database, published, janitor } = running.counts;
      put('lyceum_db_sessions', { service, state: 'busy' }, database.sessions - database.idle);
      put('lyceum_db_sessions', { service, state: 'idle' }, database.idle);
      put('lyceum_db_sessions_max', { service }, database.sessionsAtMost);
      put('lyceum_db_waiting', { service, kind: 'session' }, database.waiting);
      put('lyceum_db_waiting', { service, kind: 'read' }, database.readsWaiting);
      put('lyceum_db_refusals_total', { service }, database.refused);
      put('lyceum_db_session_timeouts_total', { service }, database.sessionTimeouts);
      put('lyceum_db_statement_timeouts_total', { service }, database.statementTimeouts);
      put('lyceum_db_statement_cancels_total', { service }, database.cancels);
      for (const [resource, count] of Object.entries(database.shortages))
        put('lyceum_db_shortages_total', { service, resource }, count);
      put('lyceum_outbox_published_events_total', { service }, published);
      put('lyceum_janitor_rounds_total', { service }, janitor.rounds);
      put('lyceum_janitor_failures_total', { service }, janitor.failures);
    },
  });
}

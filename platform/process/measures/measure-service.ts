import { fromInstantText } from '../../core/instant.ts';
import type { Metrics } from '../../observability/metrics/metrics.ts';
import type { RunningService } from '../service.ts';
import { measureAnsweredCalls, measureMadeCalls } from './measure-calls.ts';
import { measureDatabase } from './measure-database.ts';
import { measureReadiness } from './measure-readiness.ts';

/** Adds all that a service counts, and what its database is asked for. */
export function measureService(metrics: Metrics, running: RunningService): void {
  const { name: service, consumers } = running.definition;
  measureReadiness(metrics, service, () => running.isReady());
  measureAnsweredCalls(metrics, service, running.calls.answered);
  measureMadeCalls(metrics, service, running.calls.made);
  measureDatabase(metrics, running);
  metrics.addCounts({
    families: ['lyceum_rpc_server_calls_refused_total'],
    read(put) {
      const { callsRefused, callsRefusedForMemory } = running.load;
      put('lyceum_rpc_server_calls_refused_total', { service, reason: 'calls' }, callsRefused);
      put('lyceum_rpc_server_calls_refused_total', { service, reason: 'memory' }, callsRefusedForMemory);
    },
  });
  metrics.addQuestion({
    families: ['lyceum_outbox_events', 'lyceum_outbox_oldest_event_age_seconds'],
    service,
    question: 'outbox',
    ask: () => running.readBacklog(),
    tell(put, { events, oldestAt }) {
      const ageMs = oldestAt === null ? 0 : running.runtime.clock.now() - fromInstantText(oldestAt);
      put('lyceum_outbox_events', { service }, events);
      put('lyceum_outbox_oldest_event_age_seconds', { service }, Math.max(0, ageMs / 1_000));
    },
  });
  metrics.addQuestion({
    families: ['lyceum_parked_events'],
    service,
    question: 'parked events',
    ask: () => running.countParkedEvents(),
    tell(put, parked) {
      const known = new Map([...consumers.map(({ name }) => [name, 0] as const), ...parked]);
      for (const [consumer, events] of known) put('lyceum_parked_events', { service, consumer }, events);
    },
  });
  metrics.addQuestion({
    families: ['lyceum_migrations_applied', 'lyceum_migrations_expected', 'lyceum_migrations_up_to_date'],
    service,
    question: 'migrations',
    ask: () => running.migrationState(),
    tell(put, { applied, expected }) {
      put('lyceum_migrations_applied', { service }, applied);
      put('lyceum_migrations_expected', { service }, expected);
      put('lyceum_migrations_up_to_date', { service }, Number(applied === expected));
    },
  });
}

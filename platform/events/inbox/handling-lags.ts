import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { fromInstantText } from '../../core/instant.ts';
import { perService, type Runtime } from '../../handler/runtime.ts';
import { metricOf } from '../../observability/metrics/metrics.ts';

/** The delays between an event's commit and its handling by a service's consumers. */
export const handlingLags = perService(() => metricOf('lyceum_consumer_lag_seconds'));

/** Records that a consumer has handled events now. */
export function noteHandled(runtime: Runtime, consumer: string, envelopes: Iterable<EventEnvelope>): void {
  const now = runtime.clock.now();
  const labels = { service: runtime.service, consumer };
  for (const { occurredAt } of envelopes)
    handlingLags(runtime).observe(labels, Math.max(0, now - fromInstantText(occurredAt)) / 1_000);
}

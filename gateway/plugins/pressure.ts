import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Overload, ShedReason } from '../overload/overload.ts';
import type { OverloadLimits } from '../overload/overload-limits.ts';

interface ShedOptions {
  readonly overload: Overload;
  readonly limits: OverloadLimits;
}

/** Sheds requests while the process itself is under pressure. Before authentication, so that shedding costs next to nothing. */
export async function shedUnderPressure(api: FastifyInstance, { overload, limits }: ShedOptions): Promise<void> {
  // Measuring costs timers, which a gateway without such limits does not need.
  const { eventLoopDelayMs, eventLoopUtilization, heapBytes, memoryBytes } = limits;
  if (![eventLoopDelayMs, eventLoopUtilization, heapBytes, memoryBytes].some((limit) => limit > 0)) return;
  await api.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: eventLoopDelayMs,
    maxEventLoopUtilization: eventLoopUtilization,
    eventLoopUtilizationMode: 'interval',
    maxHeapUsedBytes: heapBytes,
    maxRssBytes: memoryBytes,
    pressureHandler: async (_request, _reply, type) => {
      const reason = REASONS.get(type) ?? 'event_loop';
      // A loop that is late because the machine does other things does not get faster by answering nobody, and memory that nobody uses any more
      // is given back when there is something to do.
      if (reason !== 'heap' && overload.isBelowIdleThreshold) return;
      throw overload.shed(reason);
    },
  });
}

const SAMPLE_MS = 250;
const REASONS = new Map<string, ShedReason>([
  [underPressure.TYPE_EVENT_LOOP_DELAY, 'event_loop'],
  [underPressure.TYPE_EVENT_LOOP_UTILIZATION, 'event_loop'],
  [underPressure.TYPE_HEAP_USED_BYTES, 'heap'],
  [underPressure.TYPE_RSS_BYTES, 'memory'],
]);

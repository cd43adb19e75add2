import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Overload, ShedReason } from '../overload/overload.ts';
import type { OverloadLimits } from '../overload/overload-limits.ts';

interface ShedOptions {
  readonly overload: Overload;
  readonly limits: OverloadLimits;
}

/** Sheds requests while the process itself is under pressure. This runs before authentication, so that shedding costs next to nothing. */
export async function shedUnderPressure(api: FastifyInstance, { overload, limits }: ShedOptions): Promise<void> {
  // Sampling costs timers, which a gateway without such limits does not need.
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
      // The event loop of a process that was paused was late, but not busy: the requests that waited meanwhile are no overload.
      const isLate = type === underPressure.TYPE_EVENT_LOOP_DELAY;
      if (isLate && api.memoryUsage().eventLoopUtilized < BUSY_UTILIZATION) return;
      // A loop that is late because the machine is busy with something else does not get faster by shedding everything, and unused memory
      // is released only when there is work to do.
      if (reason !== 'heap' && overload.isBelowIdleThreshold) return;
      throw overload.shed(reason);
    },
  });
}

const SAMPLE_MS = 250;
/** The least part of the time that the event loop of an overloaded process is active. */
const BUSY_UTILIZATION = 0.5;
const REASONS = new Map<string, ShedReason>([
  [underPressure.TYPE_EVENT_LOOP_DELAY, 'event_loop'],
  [underPressure.TYPE_EVENT_LOOP_UTILIZATION, 'event_loop'],
  [underPressure.TYPE_HEAP_USED_BYTES, 'heap'],
  [underPressure.TYPE_RSS_BYTES, 'memory'],
]);

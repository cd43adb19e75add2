import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Admission } from '../admission/admission.ts';
import type { AdmissionLimits } from '../admission/limits.ts';

interface ShedOptions {
  readonly admission: Admission;
  readonly limits: AdmissionLimits;
}

/**
 * Sheds requests while the process itself is under pressure. This runs before authentication, so that shedding costs
 * next to nothing.
 */
export async function shedUnderPressure(api: FastifyInstance, { admission, limits }: ShedOptions): Promise<void> {
  // Sampling costs timers, which a gateway without such limits does not need.
  const { eventLoopDelayMs, heapBytes, memoryBytes } = limits;
  if (![eventLoopDelayMs, heapBytes, memoryBytes].some((limit) => limit > 0)) return;
  await api.register(underPressure, {
    sampleInterval: SAMPLE_MS,
    maxEventLoopDelay: eventLoopDelayMs,
    eventLoopUtilizationMode: 'interval',
    maxHeapUsedBytes: heapBytes,
    maxRssBytes: memoryBytes,
    pressureHandler: async (_request, _reply, type) => {
      // The event loop of a process that was paused was late, but not busy: the requests that waited meanwhile are no
      // overload.
      const isLate = type === underPressure.TYPE_EVENT_LOOP_DELAY;
      if (isLate && api.memoryUsage().eventLoopUtilized < BUSY_UTILIZATION) return;
      // A loop that is late because the machine is busy with something else does not get faster by shedding everything,
      // and unused memory is released only when there is work to do.
      if (type !== underPressure.TYPE_HEAP_USED_BYTES && admission.isBelowIdleThreshold) return;
      throw admission.shed(isLate ? 'event_loop' : 'memory');
    },
  });
}

const SAMPLE_MS = 250;
/** The least part of the time that the event loop of an overloaded process is active. */
const BUSY_UTILIZATION = 0.5;

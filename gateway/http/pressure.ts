import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { monotonicMs } from '../../platform/core/clock.ts';
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
  const cpu = watchCpu(api);
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
      if (isLate && (api.memoryUsage().eventLoopUtilized < BUSY_UTILIZATION || cpu.share < PAUSED_SHARE)) return;
      // A loop that is late because the machine is busy with something else does not get faster by shedding everything,
      // and unused memory is released only when there is work to do.
      if (type !== underPressure.TYPE_HEAP_USED_BYTES && admission.isBelowIdleThreshold) return;
      throw admission.shed(isLate ? 'event_loop' : 'memory');
    },
  });
}

/**
 * The part of a processor that this thread has had in the last sample. A loop that was paused amid its work counts as
 * active for as long as that lasted.
 */
function watchCpu(api: FastifyInstance): { readonly share: number } {
  const watched = { share: 1 };
  let [at, used] = [monotonicMs(), process.threadCpuUsage()];
  const timer = setInterval(() => {
    const { user, system } = process.threadCpuUsage(used);
    watched.share = (user + system) / 1_000 / (monotonicMs() - at);
    [at, used] = [monotonicMs(), process.threadCpuUsage()];
  }, SAMPLE_MS).unref();
  api.addHook('onClose', async () => clearInterval(timer));
  return watched;
}

const SAMPLE_MS = 250;
/** The least part of the time that the event loop of an overloaded process is active. */
const BUSY_UTILIZATION = 0.5;
/** Less than an overloaded process gets of a machine that is busy with others, and more than a paused one used. */
const PAUSED_SHARE = 0.1;

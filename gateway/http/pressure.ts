import type { FastifyInstance } from 'fastify';
import type { Admission } from '../admission/admission.ts';
import type { AdmissionLimits } from '../admission/limits.ts';
import { ProcessLoad } from './process-load.ts';

interface ShedOptions {
  readonly admission: Admission;
  readonly limits: AdmissionLimits;
}

/**
 * Sheds requests while the process itself is under pressure. This runs before authentication, so that shedding costs
 * next to nothing.
 */
export function shedUnderPressure(api: FastifyInstance, { admission, limits }: ShedOptions): void {
  const { eventLoopDelayMs, heapBytes, memoryBytes } = limits;
  if (![eventLoopDelayMs, heapBytes, memoryBytes].some((limit) => limit > 0)) return;
  const process = new ProcessLoad();
  api.addHook('onClose', async () => process.stop());
  api.addHook('onRequest', (_request, _reply, done) => {
    const load = process.read();
    if (exceeds(load.heapBytes, heapBytes)) return done(admission.shed('memory'));
    // The event loop of a process that was paused was late, but not busy: the requests that waited meanwhile are no
    // overload.
    const isLate =
      exceeds(load.delayMs, eventLoopDelayMs) && load.utilization >= BUSY_UTILIZATION && load.cpuShare >= PAUSED_SHARE;
    const isUnderPressure = isLate || exceeds(load.memoryBytes, memoryBytes);
    // A loop that is late because the machine is busy with something else does not get faster by shedding everything,
    // and unused memory is released only when there is work to do.
    if (!isUnderPressure || admission.isBelowIdleThreshold) return done();
    done(admission.shed(isLate ? 'event_loop' : 'memory'));
  });
}

/** @param limit 0 for none */
function exceeds(value: number, limit: number): boolean {
  return limit > 0 && value > limit;
}

/** The least part of the time that the event loop of an overloaded process is active. */
const BUSY_UTILIZATION = 0.5;
/** Less than an overloaded process gets of a machine that is busy with others, and more than a paused one used. */
const PAUSED_SHARE = 0.1;

import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyReply, FastifyRequest, HookHandlerDoneFunction } from 'fastify';
import { actorOf } from '../endpoint/request-context.ts';
import type { Overload, ShedReason } from '../overload/overload.ts';
import type { OverloadLimits } from '../overload/overload-limits.ts';

interface ShedOptions {
  readonly overload: Overload;
  readonly limits: OverloadLimits;
}

/**
 * Sheds requests while the process itself is under pressure, and those that find no place among the ones under way. Before authentication,
 * so that shedding costs next to nothing.
 */
export async function shedRequests(api: FastifyInstance, { overload, limits }: ShedOptions): Promise<void> {
  // Measuring costs timers, which a gateway without such limits does not need.
  if (
    limits.eventLoopDelayMs > 0 ||
    limits.eventLoopUtilization > 0 ||
    limits.heapBytes > 0 ||
    limits.memoryBytes > 0
  ) {
    await api.register(underPressure, {
      sampleInterval: SAMPLE_MS,
      maxEventLoopDelay: limits.eventLoopDelayMs,
      maxEventLoopUtilization: limits.eventLoopUtilization,
      eventLoopUtilizationMode: 'interval',
      maxHeapUsedBytes: limits.heapBytes,
      maxRssBytes: limits.memoryBytes,
      pressureHandler: async (_request, _reply, type) => {
        const reason = REASONS.get(type) ?? 'event_loop';
        // A loop that is late because the machine does other things does not get faster by answering nobody, and memory that nobody uses any more
        // is given back when there is something to do.
        if (reason !== 'heap' && overload.isQuiet) return;
        throw overload.shed(reason);
      },
    });
  }
  api.addHook('onRequest', (request, reply, done) => {
    const operation = `${request.method} ${request.routeOptions.url}`;
    const problem = overload.enter(operation);
    // However a request ends, its answer's end comes last, and always.
    if (!problem) reply.raw.once('close', () => overload.leave(operation));
    done(problem);
  });
}

/** Sheds the requests of a client or an institution with more than its share of the places; what is shed does not count for the rate limit. */
export function shedGreedyClients({ overload }: Pick<ShedOptions, 'overload'>) {
  return (request: FastifyRequest, reply: FastifyReply, done: HookHandlerDoneFunction): void => {
    const tenant = actorOf(request);
    const problem = overload.enterFor(tenant);
    if (!problem) reply.raw.once('close', () => overload.leaveFor(tenant));
    done(problem);
  };
}

const SAMPLE_MS = 250;
const REASONS = new Map<string, ShedReason>([
  [underPressure.TYPE_EVENT_LOOP_DELAY, 'event_loop'],
  [underPressure.TYPE_EVENT_LOOP_UTILIZATION, 'event_loop'],
  [underPressure.TYPE_HEAP_USED_BYTES, 'heap'],
  [underPressure.TYPE_RSS_BYTES, 'memory'],
]);

import { services } from '../../deploy/installation/services.ts';
import { type Call, callerOf } from '../../platform/calls/caller.ts';
import { ServiceRouter } from '../../platform/calls/service-router.ts';
import { deadlineAfter, systemClock } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { InProcessBus } from '../../platform/events/in-process-bus.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { RunningService } from '../../platform/process/service.ts';

/**
 * Calls services in this process, for an institution in any state, whether or not those of the installation run. They
 * answer calls alone: none of them starts work of its own.
 */
export async function withServices<T>(
  databases: readonly (readonly [service: string, url: string])[],
  institutionId: string,
  work: (call: Call) => Promise<T>,
): Promise<T> {
  const router = new ServiceRouter();
  const urls = new Map(databases);
  const bus = new InProcessBus(silentLogger);
  const own = services.map((definition) => {
    const service = new RunningService(definition, {
      ...{ bus, router, clock: systemClock, ids: systemIds, log: silentLogger },
      ...{ databaseUrl: urls.get(definition.name) ?? '', maxConnections: 2, statementTimeoutMs: CALL_MS },
    });
    router.add(definition.name, { transport: service, isReady: () => service.isReady() });
    return service;
  });
  const actor = { kind: 'operator', institutionId } as const;
  try {
    return await work((method, request) =>
      callerOf(router, { actor, requestId: systemIds.newRequestId(), deadline: deadlineAfter(CALL_MS) })(
        method,
        request,
      ),
    );
  } finally {
    await Promise.all(own.map((service) => service.stop()));
  }
}

/** For a page of a list. */
const CALL_MS = 60_000;

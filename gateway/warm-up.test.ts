import { expect, it } from 'vitest';
import { ServiceRouter } from '../platform/calls/service-router.ts';
import { systemClock } from '../platform/core/clock.ts';
import { systemIds } from '../platform/core/ids.ts';
import { InProcessBus } from '../platform/events/in-process-bus.ts';
import { silentLogger } from '../platform/observability/log.ts';
import { newCursorKey } from './endpoint/cursor-keys.ts';
import { Gateway } from './gateway.ts';

it('answers every request of the warm-up with success, and leaves no trace in the gateway itself', async () => {
  const log = silentLogger;
  const gateway = await Gateway.create(
    { host: '127.0.0.1', port: 0, cursorKeys: [newCursorKey()], requestTimeoutMs: 1_000 },
    { router: new ServiceRouter(), bus: new InProcessBus(log), clock: systemClock, ids: systemIds, log },
  );
  const before = JSON.stringify([gateway.counts, gateway.load]);
  const statuses = await gateway.warmUp();
  expect(statuses.length).toBeGreaterThan(300);
  expect(new Set(statuses)).toEqual(new Set([200, 201]));
  expect(JSON.stringify([gateway.counts, gateway.load])).toBe(before);
  await gateway.stop();
  expect(gateway.recorder.counts).toEqual({ recorded: 0, lost: 0, bytes: 0 });
});

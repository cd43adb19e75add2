import type { EmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { EndpointService } from '../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import { until } from '../../test/support/until.ts';
import { TestReceiver } from '../../test/support/webhooks/test-receiver.ts';
import { usageOf } from '../process-usage.ts';
import { newUser } from '../scenarios.ts';
import { atRate, spreadOf, WARM_UP_SECONDS, withRig } from './rig.ts';

interface Options {
  readonly perSecond: number;
  readonly seconds: number;
  /** Each in its own institution, so that each event has one delivery. */
  readonly endpoints: number;
  readonly print: (line: string) => void;
}

const TIMEOUT_MS = 120_000;

/**
 * Creates users at a fixed rate in all institutions in turn; a receiver measures the time from commit to delivery of
 * each event.
 */
export async function measureDeliveries(
  postgres: EmbeddedPostgres,
  { perSecond, seconds, endpoints, print }: Options,
): Promise<void> {
  const receiver = await TestReceiver.start();
  let lags: number[] = [];
  receiver.answer = (response, { body }) => {
    lags.push(Date.now() - Date.parse(JSON.parse(body).occurredAt));
    receiver.requests.length = 0;
    response.writeHead(204).end();
  };
  await withRig(
    postgres,
    { NODE_ENV: 'bench', MAX_DELIVERIES_PER_MINUTE: '1000000' },
    async ({ directory, webhooks }) => {
      const writers: Call[] = [];
      for (let n = 0; n < endpoints; n++) {
        const institutionId = await directory.operator.newInstitution(`bench ${endpoints} ${n}`);
        writers.push(directory.operator.call(institutionId));
        const endpoint = { url: receiver.url, types: ['user.created'], isEnabled: true };
        await webhooks.operator.call(institutionId)(EndpointService.method.createEndpoint, { endpoint });
      }
      let [turn, writes] = [0, 0];
      const write = async () => {
        await writers[turn++ % endpoints]?.(UserService.method.createUser, { user: newUser() });
        writes++;
      };
      const come = (count: number) => until(`${count} deliveries`, () => lags.length >= count, TIMEOUT_MS);
      await atRate(perSecond, WARM_UP_SECONDS, write);
      await come(writes);
      const pid = webhooks.program.child.pid ?? 0;
      const before = usageOf(pid).cpuMs;
      const begun = performance.now();
      [lags, writes] = [[], 0];
      const written = await atRate(perSecond, seconds, write);
      await come(writes);
      const perSecondSent = lags.length / ((performance.now() - begun) / 1_000);
      const cpuMs = usageOf(pid).cpuMs - before;
      print(
        `${endpoints} endpoints: ${written.perSecond.toFixed(0)} writes a second, ${perSecondSent.toFixed(0)} deliveries`,
      );
      print(`  from commit to receiver: ${spreadOf(lags)}`);
      print(`  CPU of webhooks, its feed included: ${((cpuMs / lags.length) * 1_000).toFixed(0)} µs a delivery`);
    },
  ).finally(() => receiver.end());
}

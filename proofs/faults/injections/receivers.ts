import { until } from '../../../test/support/until.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';

/** The receiver hangs until deliveries time out. No request may fail. */
export const hangingReceiver: Fault = {
  name: 'a receiver of webhooks that hangs',
  touches: [],
  async run(_fleet, watch, receiver) {
    const before = receiver.givenUp;
    await receiver.hold();
    const givenUp = until('a delivery that was given up', () => receiver.givenUp > before, GIVEN_UP_MS);
    await Promise.all([givenUp, watch.successes(80, SERVICES)]);
    receiver.release();
  },
};

export const failingReceiver: Fault = {
  name: 'a receiver of webhooks that fails',
  touches: [],
  run: (_fleet, _watch, receiver) => receiver.refuse(REFUSALS),
};

const GIVEN_UP_MS = 60_000;
const REFUSALS = 20;

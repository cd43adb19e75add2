import type { Runtime } from '../../../platform/handler/runtime.ts';
import { Sender } from '../../../platform/outbound/sender.ts';
import type { BackgroundWork } from '../../../platform/process/service-options.ts';
import { webhooksConfig } from '../config.ts';
import { deliveryCounts } from './delivery-counts.ts';
import { deliveryWake } from './wake.ts';
import { Worker } from './worker.ts';

/** The worker of one process, with its own connections. */
export function deliveryWork(runtime: Runtime): BackgroundWork {
  const { guard, keys, deliveriesPerMinute } = webhooksConfig(runtime);
  const sender = new Sender({ guard });
  const [counts, wake] = [deliveryCounts(runtime), deliveryWake(runtime)];
  const worker = new Worker({ runtime, sender, keys, counts, wake, deliveriesPerMinute });
  return {
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      await sender.close();
    },
  };
}

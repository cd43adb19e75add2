import type { Runtime } from '../../../platform/handler/runtime.ts';
import type { BackgroundWork } from '../../../platform/process/background-work.ts';
import { webhooksConfig } from '../config.ts';
import { Sender } from '../sender/sender.ts';
import { deliveryCounts } from './delivery-counts.ts';
import { deliveryWake } from './wake.ts';
import { Worker } from './worker.ts';

/** The worker of one process, with its own connections. */
export function deliveryWork(runtime: Runtime): BackgroundWork {
  const { guard, keys } = webhooksConfig(runtime);
  const sender = new Sender({ guard });
  const worker = new Worker({ runtime, sender, keys, counts: deliveryCounts(runtime), wake: deliveryWake(runtime) });
  return {
    start: () => worker.start(),
    async stop() {
      await worker.stop();
      await sender.close();
    },
  };
}

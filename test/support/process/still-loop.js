// Preloaded into a process of the product by the tests of its watchdog: SIGUSR2 makes its event loop stand still for ever, and half a minute of the
// watchdog lasts three seconds.
import { syncBuiltinESMExports } from 'node:module';
import threads from 'node:worker_threads';

const { Worker } = threads;
threads.Worker = class extends Worker {
  constructor(file, { workerData, ...options }) {
    super(file, { ...options, workerData: { ...workerData, tickMs: workerData.tickMs / 10 } });
  }
};
syncBuiltinESMExports();
process.on('SIGUSR2', () => {
  for (;;);
});

import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres.ts';
import { makeTestDirectory } from '../../libraries/embedded-postgres/testing/server.ts';
import { measureBacklog } from './backlog.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureLag } from './lag.ts';

/**
 * `npm run bench:feed`: the time from commit to visibility in the feed, at a fixed rate of writes. With
 * `--endpoints 1,10,100`: the time from commit to delivery at a receiver, and the cost of a delivery. With `--waiting
 * 20000`: how fast so many events come that wait in an outbox.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    endpoints: { type: 'string' },
    waiting: { type: 'string' },
  },
});

const dataDir = await makeTestDirectory();
const postgres = await startEmbeddedPostgres({ dataDir });
const print = (line: string) => void process.stdout.write(`${line}\n`);
try {
  const rate = { perSecond: Number(values['per-second']), seconds: Number(values.seconds) };
  if (values.endpoints !== undefined)
    for (const endpoints of values.endpoints.split(',').map(Number))
      await measureDeliveries(postgres, { ...rate, endpoints, print });
  else if (values.waiting !== undefined) await measureBacklog(postgres, { events: Number(values.waiting), print });
  else await measureLag(postgres, { ...rate, print });
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

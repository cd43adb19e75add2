import { rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '../../dev/embedded-postgres/start-embedded-postgres.ts';
import { makeTestDirectory } from '../../dev/embedded-postgres/testing/server.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureLag } from './lag.ts';
import { measurePages } from './pages.ts';

/**
 * `npm run bench:feed`: how long after its commit an event stands in the feed, at a fixed rate of writes; with `--events 10000,10000000` how long pages of
 * feeds of so many events take; with `--endpoints 1,10,100` how long after its commit an event comes to a receiver, and what a delivery costs.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '20' },
    'per-second': { type: 'string', default: '500' },
    events: { type: 'string' },
    endpoints: { type: 'string' },
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
  else if (values.events === undefined) await measureLag(postgres, { ...rate, print });
  else await measurePages(postgres, { sizes: values.events.split(',').map(Number), print });
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}

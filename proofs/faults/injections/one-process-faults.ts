import { withClient } from '../../../libraries/pg-batch/index.ts';
import { SmallDisk } from '../../../test/support/small-disk.ts';
import type { OneProcess } from '../fleet/one-process.ts';
import { SERVICES } from '../fleet/parts.ts';
import { type FaultOf, fault } from './fault.ts';
import { endLeases } from './process-faults.ts';
import { amidDelivery, killPostgres, WITHOUT_EVENTS } from './server-faults.ts';

/** The faults of everything in one process; those of the disk only where one can be mounted. */
export async function oneProcessFaults(): Promise<readonly FaultOf<OneProcess>[]> {
  const always = [killProcess, killPostgres, withoutPostgres, killWithoutPostgres];
  return (await SmallDisk.isPossible()) ? [...always, fullDisk] : always;
}

const ALL_AT_ONCE = { ...WITHOUT_EVENTS, cutsOff: true };
const inOne = fault<OneProcess>;

/** Whatever was under way ends: requests, deliveries, and events that some consumers have handled and others have not. */
const killProcess = inOne('kill -9 the process amid deliveries', ALL_AT_ONCE, async (platform, watch, receiver) => {
  await amidDelivery(receiver, async () => {
    await platform.kill();
    await watch.cutOffs(20);
    await platform.launch();
  });
  await endLeases(platform);
});

const withoutPostgres = inOne('PostgreSQL is stopped for a time', WITHOUT_EVENTS, async ({ on }, watch) => {
  await on.postgres.halt();
  await watch.failures(20, SERVICES);
  await on.postgres.resume();
});

/** What it was about to repeat when the database would be back is lost with it. */
const killWithoutPostgres = inOne('kill -9 the process without PostgreSQL', ALL_AT_ONCE, async (platform, watch) => {
  await platform.on.postgres.halt();
  await watch.failures(5, SERVICES);
  await platform.kill();
  await watch.cutOffs(5);
  await platform.on.postgres.resume();
  await platform.launch();
});

/** Writes of users fail, and everything else goes on. */
const fullDisk = inOne('the disk of the users is full', { touches: ['directory'] }, (platform, watch) =>
  withClient({ connectionString: platform.databaseUrl('directory') }, async (admin) => {
    const disk = await SmallDisk.attach(admin);
    await disk.fill('users');
    await watch.failures(5, ['directory']);
    await disk.free('users');
    await disk.detach();
  }),
);

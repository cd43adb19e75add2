import { withClient } from '../../../libraries/pg-batch/index.ts';
import { query } from '../../../test/support/postgres/query.ts';
import { SmallDisk } from '../../../test/support/small-disk.ts';
import type { OneProcess } from '../fleet/one-process.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { FaultOf } from './fault.ts';
import { databaseAnswers } from './kills.ts';

/**
 * Whatever was under way ends at once: requests, deliveries, and events that some consumers have handled and others
 * have not.
 */
const killProcess: FaultOf<OneProcess> = {
  name: 'kill -9 the process amid deliveries',
  touches: SERVICES,
  cutsOff: true,
  holdsEvents: true,
  async run(platform, watch, receiver) {
    await receiver.hold();
    await platform.kill();
    await watch.cutOffs(20);
    await platform.launch();
    receiver.release();
    // The leases of a dead worker expire after half a minute. The test releases them at once.
    await query(platform.databaseUrl('webhooks'), 'UPDATE endpoint_queues SET leased_until = now()');
  },
};

const killPostgres: FaultOf<OneProcess> = {
  name: 'kill -9 PostgreSQL amid deliveries',
  touches: SERVICES,
  holdsEvents: true,
  async run(platform, _watch, receiver) {
    await receiver.hold();
    await platform.postgres.signal('SIGKILL');
    receiver.release();
    await databaseAnswers(platform);
  },
};

const withoutPostgres: FaultOf<OneProcess> = {
  name: 'PostgreSQL is stopped for a time',
  touches: SERVICES,
  holdsEvents: true,
  async run(platform, watch) {
    await platform.postgres.halt();
    await watch.failures(20, SERVICES);
    await platform.postgres.resume();
  },
};

/** What it was about to repeat when the database would be back is lost with it. */
const killWithoutPostgres: FaultOf<OneProcess> = {
  name: 'kill -9 the process without PostgreSQL',
  touches: SERVICES,
  cutsOff: true,
  holdsEvents: true,
  async run(platform, watch) {
    await platform.postgres.halt();
    await watch.failures(5, SERVICES);
    await platform.kill();
    await watch.cutOffs(5);
    await platform.postgres.resume();
    await platform.launch();
  },
};

/** Writes of users fail, and everything else goes on. */
const fullDisk: FaultOf<OneProcess> = {
  name: 'the disk of the users is full',
  touches: ['directory'],
  async run(platform, watch) {
    await withClient({ connectionString: platform.databaseUrl('directory') }, async (admin) => {
      const disk = await SmallDisk.attach(admin);
      await disk.fill('users');
      await watch.failures(5, ['directory']);
      await disk.free('users');
      await disk.detach();
    });
  },
};

/** The faults of everything in one process; those of the disk only where one can be mounted. */
export async function oneProcessFaults(): Promise<readonly FaultOf<OneProcess>[]> {
  const always = [killProcess, killPostgres, withoutPostgres, killWithoutPostgres];
  return (await SmallDisk.isPossible()) ? [...always, fullDisk] : always;
}

import type { TestNats } from '../../../../test/support/nats/nats-server.ts';
import type { TestReceiver } from '../../../../test/support/webhooks/test-receiver.ts';
import type { Fleet } from '../../../faults/fleet/fleet.ts';
import type { On, singleServers } from '../../../faults/fleet/layouts.ts';
import type { Load } from '../load.ts';

/** The platform that an outage is made in. */
export interface Site {
  readonly fleet: Fleet<On<typeof singleServers>>;
  readonly nats: TestNats;
  readonly load: Load;
  /** The receiver of all events of the institution. */
  readonly receiver: TestReceiver;
}

/** Something that lasts until its alerts fire. */
export interface Outage {
  readonly name: string;
  /** The alerts that must fire meanwhile. Others may. */
  readonly alerts: readonly string[];
  /** Begins it; returns how it ends. */
  begin(site: Site): Promise<() => Promise<void>>;
}

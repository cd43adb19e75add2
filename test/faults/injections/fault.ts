import type { Fleet } from '../fleet/fleet.ts';
import type { Infrastructure } from '../fleet/infrastructure.ts';
import type { Service } from '../fleet/parts.ts';
import type { WebhookReceiver } from '../traffic/webhook-receiver.ts';
import type { Watch } from './watch.ts';

/** A fault, from its beginning until its cause is gone. */
export interface Fault<On extends Infrastructure = Infrastructure> {
  readonly name: string;
  /** The services whose requests may fail meanwhile. */
  readonly touches: readonly Service[];
  /** Whether connections to a gateway may break. */
  readonly cutsOff?: boolean;
  /** Whether no service can deliver its events while it lasts. */
  readonly holdsEvents?: boolean;
  run(fleet: Fleet<On>, watch: Watch, receiver: WebhookReceiver): Promise<void>;
}

/** A fault and its period; milliseconds of the monotonic clock. */
export interface Phase {
  readonly fault: Fault;
  readonly began: number;
  /** When its cause was gone. */
  readonly healed: number;
  readonly ended: number;
}

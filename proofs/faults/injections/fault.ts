import type { Fleet } from '../fleet/fleet.ts';
import type { Infrastructure } from '../fleet/infrastructure.ts';
import type { Service } from '../fleet/parts.ts';
import type { WebhookReceiver } from '../traffic/webhook-receiver.ts';
import type { Watch } from './watch.ts';

/** A fault, from its start until its cause is removed. */
export interface Fault<On extends Infrastructure = Infrastructure> {
  readonly name: string;
  /** The services whose requests may fail during the fault. */
  readonly touches: readonly Service[];
  /** Whether connections to a gateway may break. */
  readonly cutsOff?: boolean;
  /** Whether no service can deliver events during the fault. */
  readonly holdsEvents?: boolean;
  run(fleet: Fleet<On>, watch: Watch, receiver: WebhookReceiver): Promise<void>;
}

/** A fault and its period, in milliseconds of the monotonic clock. */
export interface Phase {
  readonly fault: Fault;
  readonly began: number;
  /** When its cause was removed. */
  readonly healed: number;
  readonly ended: number;
}

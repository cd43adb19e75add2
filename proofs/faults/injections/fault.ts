import type { Fleet } from '../fleet/fleet.ts';
import type { Infrastructure } from '../fleet/layouts.ts';
import type { Service } from '../fleet/parts.ts';
import type { Platform } from '../fleet/platform.ts';
import type { WebhookReceiver } from '../traffic/webhook-receiver.ts';
import type { Watch } from './watch.ts';

interface Effects {
  /** The services whose requests may fail during the fault. */
  readonly touches: readonly Service[];
  /** Whether connections to a gateway may break. */
  readonly cutsOff?: boolean;
  /** Whether no service can deliver events during the fault. */
  readonly holdsEvents?: boolean;
}

/** A fault of a platform, from its start until its cause is removed. */
export interface FaultOf<Injured extends Platform> extends Effects {
  readonly name: string;
  run(platform: Injured, watch: Watch, receiver: WebhookReceiver): Promise<void>;
}

/** A fault of separate processes. */
export type Fault<On extends Infrastructure = Infrastructure> = FaultOf<Fleet<On>>;

export function fault<Injured extends Platform = Fleet>(
  name: string,
  effects: Partial<Effects>,
  run: FaultOf<Injured>['run'],
): FaultOf<Injured> {
  return { name, touches: [], ...effects, run };
}

/** A fault and its period, in milliseconds of the monotonic clock. */
export interface Phase {
  readonly fault: Omit<FaultOf<Platform>, 'run'>;
  readonly began: number;
  /** When its cause was removed. */
  readonly healed: number;
  readonly ended: number;
}

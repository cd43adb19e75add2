import { clientOutages } from './clients.ts';
import type { Outage } from './outage.ts';
import { serverOutages } from './servers.ts';
import { slowOutages } from './slowness.ts';

/** The refusals come last: what the receivers have refused is sent again minutes later. */
export const outages: readonly Outage[] = [...serverOutages, ...slowOutages, ...clientOutages];

import type { Messages } from '../../en/console/index.ts';

export const events: Messages['events'] = {};

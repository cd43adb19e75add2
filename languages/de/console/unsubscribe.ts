import type { Messages } from '../../en/console/index.ts';

export const unsubscribe: Messages['unsubscribe'] = {};

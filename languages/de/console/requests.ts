import type { Messages } from '../../en/console/index.ts';

export const requests: Messages['requests'] = {};

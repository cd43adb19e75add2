import type { Messages } from '../../en/console/index.ts';

export const retention: Messages['retention'] = {};

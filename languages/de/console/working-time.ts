import type { Messages } from '../../en/console/index.ts';

export const workingTime: Messages['workingTime'] = {};

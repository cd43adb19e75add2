import type { Messages } from '../../en/console/index.ts';

export const closedMonths: Messages['closedMonths'] = {};

import type { Messages } from '../../en/console/index.ts';

export const timeRecords: Messages['timeRecords'] = {};

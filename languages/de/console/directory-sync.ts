import type { Messages } from '../../en/console/index.ts';

export const directorySync: Messages['directorySync'] = {};

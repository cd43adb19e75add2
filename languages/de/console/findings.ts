import type { Messages } from '../../en/console/index.ts';

export const findings: Messages['findings'] = {};

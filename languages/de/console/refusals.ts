import type { Messages } from '../../en/console/index.ts';

export const refusals: Messages['refusals'] = {};

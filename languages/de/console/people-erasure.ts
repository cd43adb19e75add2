import type { Messages } from '../../en/console/index.ts';

export const peopleErasure: Messages['peopleErasure'] = {};

import type { Messages } from '../../en/console/index.ts';

export const search: Messages['search'] = {};

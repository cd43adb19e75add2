import type { Messages } from '../../en/console/index.ts';

export const administrators: Messages['administrators'] = {};

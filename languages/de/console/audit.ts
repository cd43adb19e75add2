import type { Messages } from '../../en/console/index.ts';

export const audit: Messages['audit'] = {};

import type { Messages } from '../../en/console/index.ts';

export const settings: Messages['settings'] = {};

import type { Messages } from '../../en/console/index.ts';

export const overview: Messages['overview'] = {};

import type { Messages } from '../../en/console/index.ts';

export const integrations: Messages['integrations'] = {};

import type { Messages } from '../../en/console/index.ts';

export const webhooks: Messages['webhooks'] = {};

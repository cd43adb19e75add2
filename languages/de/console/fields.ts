import type { Messages } from '../../en/console/index.ts';

export const fields: Messages['fields'] = {};

import type { Messages } from '../../en/console/index.ts';

export const recordForms: Messages['recordForms'] = {};

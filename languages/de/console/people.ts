import type { Messages } from '../../en/console/index.ts';

export const people: Messages['people'] = {};

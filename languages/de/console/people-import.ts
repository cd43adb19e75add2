import type { Messages } from '../../en/console/index.ts';

export const peopleImport: Messages['peopleImport'] = {};

import type { Messages } from '../../en/console/index.ts';

export const yourData: Messages['yourData'] = {};

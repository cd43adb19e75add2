import type { Messages } from '../../en/console/index.ts';

export const signIn: Messages['signIn'] = {};

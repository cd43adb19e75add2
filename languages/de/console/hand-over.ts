import type { Messages } from '../../en/console/index.ts';

export const handOver: Messages['handOver'] = {};

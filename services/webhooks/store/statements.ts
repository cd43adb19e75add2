import { statementsOf } from '../../../platform/data/statements/statements-of.ts';
import { webhooksTables } from './tables.ts';

/** Declares statements on the tables of webhooks. */
export const { listRows } = statementsOf(webhooksTables);

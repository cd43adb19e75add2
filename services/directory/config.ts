import { integer } from '../../platform/core/config/variables.ts';
import type { Runtime } from '../../platform/handler/runtime.ts';

/** Variables that only directory reads. */
export const directoryVariables = {
  CLOSED_RETENTION_DAYS: integer({
    description: 'days for which a closed institution can be reopened; then everything of it is deleted',
    fallback: '30',
    minimum: 1,
    maximum: 3_650,
  }),
  ERASURE_GRACE_DAYS: integer({
    description: 'days for which a planned erasure of a person can be taken back',
    fallback: '7',
    minimum: 0,
    maximum: 30,
  }),
};

/** How long a planned erasure can be taken back, in days. */
export function erasureGraceDays({ configuration }: Pick<Runtime, 'configuration'>): number {
  const { ERASURE_GRACE_DAYS: days } = configuration;
  return Number(days ?? directoryVariables.ERASURE_GRACE_DAYS.fallback);
}

/** How long a closed institution can be reopened, in days. */
export function closedRetentionDays({ configuration }: Pick<Runtime, 'configuration'>): number {
  const { CLOSED_RETENTION_DAYS: days } = configuration;
  return Number(days ?? directoryVariables.CLOSED_RETENTION_DAYS.fallback);
}

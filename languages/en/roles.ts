import type { RoleName } from '../../platform/core/roles.ts';

/** What administrators do for their institution. */
export const roles: Readonly<Record<RoleName, string>> = {
  owner: 'Owner',
  people: 'People',
  integrations: 'Integrations',
  auditor: 'Auditor',
};

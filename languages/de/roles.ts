import type { roles as english } from '../en/roles.ts';

export const roles: typeof english = {
  owner: 'Inhaber',
  people: 'Personen',
  integrations: 'Integrationen',
  auditor: 'Prüfer',
};

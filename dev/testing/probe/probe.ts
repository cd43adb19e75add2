import type { ServiceDefinition } from '../../../platform/process/service.ts';

/** A service with one table and nothing to say: what the platform itself is tested on. Tests give it operations and consumers of their own. */
export const probe: ServiceDefinition = {
  name: 'probe',
  migrations: new URL('./migrations/', import.meta.url),
  tables: [],
  constraints: { notes_title: 'USER_EMAIL_TAKEN' },
  implementations: [],
  consumers: [],
};

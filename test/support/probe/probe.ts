import { Code } from '@connectrpc/connect';
import type { ServiceDefinition } from '../../../platform/process/service-definition.ts';

const TITLE_TAKEN = { code: 'NOTE_TITLE_TAKEN', status: Code.AlreadyExists, message: 'Another note has this title.' };

/** A service with one table and no RPCs, for tests of the platform itself. Tests add operations and consumers. */
export const probe: ServiceDefinition = {
  name: 'probe',
  migrations: new URL('./migrations/', import.meta.url),
  tables: [],
  constraints: { notes_title: TITLE_TAKEN },
  implementations: [],
  consumers: [],
};

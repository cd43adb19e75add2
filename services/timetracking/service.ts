import type { ServiceDefinition } from '../chassis/service.ts';

/** The timetracking service: it runs and is healthy; its RPCs answer UNIMPLEMENTED until they exist. */
export const timetracking: ServiceDefinition = {
  name: 'timetracking',
  constraints: {},
  implementations: [],
  consumers: [],
};

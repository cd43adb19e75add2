import type { ServiceDefinition } from '../chassis/service.ts';

/** The curricula service: it runs and is healthy; its RPCs answer UNIMPLEMENTED until they exist. */
export const curricula: ServiceDefinition = {
  name: 'curricula',
  constraints: {},
  implementations: [],
  consumers: [],
};

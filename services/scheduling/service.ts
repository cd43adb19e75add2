import type { ServiceDefinition } from '../chassis/service.ts';

/** The scheduling service: it runs and is healthy; its RPCs answer UNIMPLEMENTED until they exist. */
export const scheduling: ServiceDefinition = {
  name: 'scheduling',
  constraints: {},
  implementations: [],
  consumers: [],
};

import type { ServiceDefinition } from '../../platform/process/service-definition.ts';
import { activity } from '../../services/activity/service.ts';
import { curricula } from '../../services/curricula/service.ts';
import { directory } from '../../services/directory/service.ts';
import { identity } from '../../services/identity/service.ts';
import { locations } from '../../services/locations/service.ts';
import { scheduling } from '../../services/scheduling/service.ts';
import { timetracking } from '../../services/timetracking/service.ts';
import { webhooks } from '../../services/webhooks/service.ts';

/** The services of the platform. */
export const services: readonly ServiceDefinition[] = [
  directory,
  identity,
  scheduling,
  curricula,
  locations,
  timetracking,
  webhooks,
  activity,
];

import { nameAt } from '../platform/data/placements.ts';

/** The services whose rows of an institution may be on another server. */
export const PLACEABLE: readonly string[] = ['scheduling', 'curricula', 'locations', 'timetracking'];

/** The services of an installation, in the order in which commands go through them. */
export const SERVICES: readonly string[] = [
  'directory',
  'identity',
  'scheduling',
  'curricula',
  'locations',
  'timetracking',
  'webhooks',
  'activity',
];

/** The database of a service with the rows of those institutions that are on a server. */
export function databaseAt(service: string, server: string): string {
  return PLACEABLE.includes(service) ? nameAt(service, server) : service;
}

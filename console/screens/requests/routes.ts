/** The prefix of the API's paths. Here they are shown without it. */
const API = '/api/v4';

/** The routes of requests with credentials: the gateway’s own list, as `routes.test.ts` shows. */
const OF_API = [
  '/appointments',
  '/appointments.ics',
  '/appointments/{id}',
  '/calendar-feeds',
  '/calendar-feeds/{id}',
  '/continuing-education',
  '/continuing-education/{id}',
  '/continuing-education/{id}/versions',
  '/continuing-education/{id}/versions/{versionId}',
  '/courses',
  '/courses/{id}',
  '/courses/{id}/appointments',
  '/courses/{id}/appointments.ics',
  '/curricula',
  '/curricula/{id}',
  '/curricula/{id}/versions',
  '/curricula/{id}/versions/{versionId}',
  '/curricula/{id}/versions/{versionId}/pathways',
  '/events',
  '/events/{id}',
  '/integration',
  '/locations',
  '/locations/{id}',
  '/locations/{id}/rooms',
  '/requests',
  '/requests/{requestId}',
  '/rooms',
  '/rooms/free',
  '/rooms/{id}',
  '/time-tracking/logs',
  '/time-tracking/logs/bulk',
  '/time-tracking/logs/{id}',
  '/time-tracking/sessions/active',
  '/time-tracking/sessions/pause',
  '/time-tracking/sessions/resume',
  '/time-tracking/sessions/start',
  '/time-tracking/sessions/stop',
  '/time-tracking/timestamp-templates',
  '/time-tracking/timestamps',
  '/time-tracking/totals',
  '/usage',
  '/user-groups',
  '/user-groups/{id}',
  '/user-groups/{id}/members',
  '/users',
  '/users/{id}',
  '/webhook-endpoints',
  '/webhook-endpoints/{id}',
  '/webhook-endpoints/{id}/deliveries',
  '/webhook-endpoints/{id}/deliveries/{deliveryId}',
  '/webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver',
  '/webhook-endpoints/{id}/replay',
  '/webhook-endpoints/{id}/rotate-secret',
  '/webhook-endpoints/{id}/test',
];
const OF_DRY_RUNS = [
  '/dry-run/appointments',
  '/dry-run/appointments/{id}',
  '/dry-run/continuing-education',
  '/dry-run/continuing-education/{id}/versions',
  '/dry-run/continuing-education/{id}/versions/{versionId}',
  '/dry-run/courses/{id}/appointments',
  '/dry-run/curricula/{id}/versions/{versionId}/pathways',
  '/dry-run/time-tracking/logs',
  '/dry-run/time-tracking/logs/bulk',
  '/dry-run/time-tracking/logs/{id}',
  '/dry-run/time-tracking/sessions/pause',
  '/dry-run/time-tracking/sessions/resume',
  '/dry-run/time-tracking/sessions/start',
  '/dry-run/time-tracking/sessions/stop',
  '/dry-run/time-tracking/timestamps',
  '/dry-run/users',
  '/dry-run/users/{id}',
];
const OF_SCIM = [
  '/scim/v2/Groups',
  '/scim/v2/ResourceTypes',
  '/scim/v2/ResourceTypes/{id}',
  '/scim/v2/Schemas',
  '/scim/v2/Schemas/{id}',
  '/scim/v2/ServiceProviderConfig',
  '/scim/v2/Users',
  '/scim/v2/Users/.search',
  '/scim/v2/Users/{id}',
];

/** The routes to choose from, as records of requests name them. */
export const ROUTES: readonly string[] = [...[...OF_API, ...OF_DRY_RUNS].map((path) => API + path), ...OF_SCIM];

/** A choice of a route. @param chosen of the address, known or not */
export function routeOptions(chosen = ''): (readonly [route: string, label: string])[] {
  const known = chosen === '' || ROUTES.includes(chosen) ? ROUTES : [...ROUTES, chosen];
  return known.map((route) => [route, route.replace(new RegExp(`^${API}(?=/)`), '')] as const);
}

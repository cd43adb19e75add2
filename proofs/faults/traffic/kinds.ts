import type { Service } from '../fleet/parts.ts';

const directory = 'directory' as const;

/**
 * The kinds of requests, with the services each needs. Credentials come from identity, but gateways cache them
 * for a while.
 */
export const KINDS = {
  'get user': [directory],
  'list users': [directory],
  'get room': ['locations'],
  'list locations': ['locations'],
  'get version': ['curricula', directory],
  'list appointments': ['scheduling', directory, 'locations'],
  'list logs': ['timetracking', directory],
  'get session': ['timetracking', directory],
  'read feed': ['webhooks'],
  'list requests': ['activity'],
  // While activity is killed it succeeds; while it hangs, the request waits for it.
  'get integration': ['identity', directory, 'activity'],
  punch: ['timetracking', directory],
  'create user': [directory],
  'create appointment': ['scheduling', directory, 'locations'],
  'create pathway': ['curricula'],
  'create log': ['timetracking', directory],
  'bulk logs': ['timetracking', directory],
} satisfies Record<string, readonly Service[]>;

export type Kind = keyof typeof KINDS;

/** Whether requests of the kind may fail while these services are down. */
export function needs(kind: Kind, services: readonly Service[]): boolean {
  return services.some((service) => (KINDS[kind] as readonly Service[]).includes(service));
}

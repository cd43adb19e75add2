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

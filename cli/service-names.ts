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

/** The kinds of records whose changes each service notes, with their names on screens. */
export const KINDS = {
  directory: {
    institution: 'Settings',
    user: 'User',
    user_group: 'User group',
    course: 'Course',
    directory_sync: 'Directory sync',
    hold: 'Hold',
  },
  identity: {
    administrator: 'Administrator',
    openid_provider: 'OpenID Connect',
    passkey: 'Passkey',
    integration: 'Integration',
    calendar_feed: 'Calendar feed',
  },
  locations: { location: 'Location', room: 'Room' },
  scheduling: { appointment: 'Appointment', appointment_type: 'Appointment type' },
  timetracking: {
    time_record: 'Time record',
    timestamp_template: 'Timestamp template',
    calendar_day: 'Day of the calendar',
    finding_acknowledgement: 'Acknowledgement of a finding',
    late_record: 'Late record',
    closed_month: 'Closed month',
  },
  curricula: {
    curriculum: 'Curriculum',
    curriculum_version: 'Curriculum version',
    program: 'Program',
    program_version: 'Program version',
    pathway: 'Pathway',
    cohort: 'Cohort',
    course_module: 'Module',
    module_version: 'Module version',
    module_group: 'Module group',
    module_requirement: 'Module requirement',
    course_module_tag: 'Tag of a module',
    tag: 'Tag',
    organization_term: 'Term',
  },
  webhooks: { webhook_endpoint: 'Webhook endpoint' },
} satisfies Record<string, Readonly<Record<string, string>>>;

const NAMES: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(KINDS));

/** The name of a kind of records; its own for one that the console does not know. */
export function nameOfKind(kind: string): string {
  return NAMES[kind] ?? kind;
}

/** The choice of a kind in a filter. */
export const KIND_OPTIONS: readonly (readonly [value: string, label: string])[] = [
  ['', 'Everything'],
  ...Object.entries(NAMES).sort(([, a], [, b]) => (a < b ? -1 : 1)),
];

import type { Messages } from '../../../languages/en/console/index.ts';
import { language, t } from '../../components/language.ts';

type Kind = keyof Messages['fields']['kinds'];

/** The kinds of records whose changes each service notes. */
export const KINDS = {
  directory: ['institution', 'user', 'user_group', 'course', 'directory_sync', 'hold'],
  identity: ['administrator', 'openid_provider', 'passkey', 'integration', 'calendar_feed', 'audit_stream'],
  locations: ['location', 'room'],
  scheduling: ['appointment', 'appointment_type'],
  timetracking: [
    'time_record',
    'timestamp_template',
    'calendar_day',
    'finding_acknowledgement',
    'late_record',
    'closed_month',
  ],
  curricula: [
    'curriculum',
    'curriculum_version',
    'program',
    'program_version',
    'pathway',
    'cohort',
    'course_module',
    'module_version',
    'module_group',
    'module_requirement',
    'course_module_tag',
    'tag',
    'organization_term',
  ],
  webhooks: ['webhook_endpoint'],
} satisfies Record<string, readonly Kind[]>;

/** The name of a kind of records; its own for one that the console does not know. */
export function nameOfKind(kind: string): string {
  const names: Readonly<Record<string, string>> = t.fields.kinds;
  return names[kind] ?? kind;
}

/** The choice of a kind in a filter. */
export function kindOptions(): (readonly [value: string, label: string])[] {
  const { compare } = new Intl.Collator(language().tag);
  return [['', t.audit.everything], ...Object.entries(t.fields.kinds).sort(([, a], [, b]) => compare(a, b))];
}

import type { MessageInitShape } from '@bufbuild/protobuf';
import { type Static, Type } from 'typebox';
import type { RecordOf } from '../../../bundle/format/check-bundle.ts';
import { checkShape, type Fault } from '../../../bundle/format/check-shape.ts';
import { choice, clearable, flag, list, name, optional, record, refTo, text } from '../../../bundle/format/fields.ts';
import { isRecord, type JsonRecord } from '../../../bundle/format/json-record.ts';
import { visitRefs } from '../../../bundle/format/references.ts';
import { LANGUAGES } from '../../../languages/names.ts';
import { pointerOf } from '../../../platform/core/errors/pointer.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { findTimeZone } from '../../../platform/core/instant.ts';
import { type RoleName, roleNames } from '../../../platform/core/roles.ts';
import { ruleSetNames, workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import {
  type ImportInstitutionRequestSchema,
  SettingsChangeSchema,
} from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { checkCodeFormat } from '../domain/code-format.ts';

/** A user who is an administrator: an owner, or with roles. */
export type AdministratorRecord = string | { readonly user: string; readonly roles: readonly RoleName[] };

const AdministratorSchema = Type.Unsafe<AdministratorRecord>({
  if: { type: 'object' },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: record({
    user: refTo('users'),
    roles: Type.Array(Type.Enum(roleNames), { minItems: 1, uniqueItems: true }),
  }),
  else: refTo('users'),
});

/** The institution of a bundle. A setting that is null has its default again. */
export const InstitutionSchema = record({
  ref: text(),
  name: name(),
  administrators: optional(list(AdministratorSchema, 200)),
  settings: optional(
    record({
      time_tracking_timezone: clearable(
        Type.String({ minLength: 1, maxLength: 100, description: 'The name of an IANA time zone.' }),
      ),
      time_tracking_enabled: clearable(flag()),
      scheduling_enabled: clearable(flag()),
      reject_room_conflicts: clearable(flag()),
      user_code_format: clearable(text()),
      working_time_rules: clearable(choice(ruleSetNames)),
      language: clearable(
        Type.String({ minLength: 1, maxLength: 5, description: 'A language of the console, such as `de`.' }),
      ),
      default_lesson_unit: clearable(
        record({ name: clearable(name()), minutes: clearable(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })) }),
      ),
    }),
  ),
});
export type InstitutionRecord = Static<typeof InstitutionSchema>;

/**
 * Checks the institution of a bundle, which need not be valid.
 * @param recordOf finds the users that its administrators name; without it, they are not looked for
 */
export function checkInstitution(institution: unknown, recordOf?: RecordOf): Fault[] {
  const { faults } = checkShape(InstitutionSchema, institution, '/institution');
  const { settings } = Object(institution) as Partial<InstitutionRecord>;
  const {
    time_tracking_timezone: zone,
    user_code_format: format,
    language,
  } = Object(settings) as NonNullable<typeof settings>;
  const at = '/institution/settings';
  const ofZone = { pointer: `${at}/time_tracking_timezone`, message: 'must be the name of an IANA time zone' };
  const ofLanguage = { pointer: `${at}/language`, message: `must be one of ${LANGUAGES.join(', ')}` };
  const ofFormat = typeof format === 'string' ? formatFault(format) : null;
  return [
    ...faults,
    ...(typeof zone === 'string' && findTimeZone(zone) === null ? [ofZone] : []),
    ...(typeof language === 'string' && !LANGUAGES.includes(language) ? [ofLanguage] : []),
    ...(ofFormat === null ? [] : [{ pointer: `${at}/user_code_format`, message: ofFormat }]),
    ...(recordOf ? administratorFaults(institution, recordOf) : []),
  ];
}

function administratorFaults(institution: unknown, recordOf: RecordOf): Fault[] {
  const faults: Fault[] = [];
  const named = new Set<string>();
  const check = (ref: string, at: readonly (string | number)[]) => {
    const user = recordOf('users', ref);
    const pointer = pointerOf(['institution', ...at]);
    if (!user) faults.push({ pointer, message: `"${ref}" is not a ref in users` });
    else if (user.isArchived === true) faults.push({ pointer, message: `"${ref}" is archived` });
    else if (named.has(ref)) faults.push({ pointer, message: `"${ref}" is named twice` });
    named.add(ref);
  };
  for (const path of [
    ['administrators', null],
    ['administrators', null, 'user'],
  ])
    visitRefs(institution, path, check);
  return faults;
}

/** The format of codes that a bundle sets, if it is a valid one. */
export function codeFormatOf({ institution }: JsonRecord): string | null {
  const settings = isRecord(institution) ? institution.settings : undefined;
  const format = isRecord(settings) ? settings.user_code_format : undefined;
  const isValid = !checkInstitution(institution).some(({ pointer }) => pointer.endsWith('/user_code_format'));
  return typeof format === 'string' && isValid ? format : null;
}

/** The request that imports the institution of a bundle, without its administrators: they are users, which follow. */
export function institutionRequest({
  ref,
  name,
  settings,
}: InstitutionRecord): MessageInitShape<typeof ImportInstitutionRequestSchema> {
  if (!settings) return { ref, name };
  const { default_lesson_unit: unit, working_time_rules: rules, ...others } = settings;
  const parts = unit === null ? { name: null, minutes: null } : unit;
  const given = {
    ...others,
    default_lesson_unit_name: parts?.name,
    default_lesson_unit_minutes: parts?.minutes,
    working_time_rules: rules && workingTimeRules.from(rules),
  };
  const unset = Object.entries(given).flatMap(([name, value]) => (value === null ? [name] : []));
  const change = SettingsChangeSchema.fields.map(({ name, localName }) => [
    localName,
    given[name as keyof typeof given] ?? undefined,
  ]);
  return { ref, name, settings: { ...Object.fromEntries(change), unset } };
}

function formatFault(format: string): string | null {
  try {
    checkCodeFormat(format, '');
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error.message;
  }
}

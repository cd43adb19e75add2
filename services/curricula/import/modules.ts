import { type Static, Type } from 'typebox';
import {
  amount,
  clearable,
  dateTime,
  flag,
  int32,
  jsonObject,
  list,
  name,
  optional,
  record,
  refsTo,
  refTo,
  text,
} from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import type { TimePlanItem } from '../domain/module-values.ts';
import { unitAmount } from '../domain/unit-amount.ts';
import * as tables from '../store/module-tables.ts';

export const organizationTerms = kind('organizationTerms', tables.organizationTerms, {
  fields: {
    name: name(),
    code: optional(text()),
    termStart: dateTime(),
    termEnd: dateTime(),
    electionStart: optional(dateTime()),
    electionEnd: optional(dateTime()),
    reassessmentRegistrationStart: optional(dateTime()),
    reassessmentRegistrationEnd: optional(dateTime()),
  },
});

export const moduleGroups = kind('moduleGroups', tables.moduleGroups, {
  fields: { name: name(), code: optional(text()), color: optional(text(32)) },
});

export const tags = kind('tags', tables.tags, {
  fields: { name: name(), color: optional(text(32)), icon: optional(text()) },
});

const TimePlanSchema = record({
  unitName: clearable(name()),
  unitMinutes: clearable(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })),
  items: optional(list(record({ name: name(), units: amount(), requiresAppointments: flag() }), 1000)),
});

export const moduleVersions = kind('moduleVersions', tables.moduleVersions, {
  fields: {
    version: text(),
    name: name(),
    ectsPoints: int32(),
    status: optional(text(64)),
    isDefault: optional(flag()),
    description: optional(text(10_000, 0)),
    capacity: optional(int32()),
    icon: optional(text()),
    iconType: optional(text()),
    banner: optional(text(2048)),
    color: optional(text(32)),
    earlyAssessmentEnabled: clearable(flag()),
    isCurrentlyElectable: clearable(flag()),
    courseChatFileAttachmentsDefault: clearable(flag()),
    courseChatReadOnlyDefault: clearable(flag()),
    courseFeatureDefaults: optional(jsonObject()),
    attemptRules: optional(jsonObject()),
    moduleName: optional(name()),
    requiredAttendancePercentage: optional(Type.Number({ minimum: 0, maximum: 100 })),
    examinationRequirements: optional(list(record({ name: name(), weight: clearable(amount()) }), 100)),
    timePlan: clearable(TimePlanSchema),
    requires: optional(list(record({ ref: refTo('moduleVersions'), studyPeriodId: clearable(text()) }), 1000)),
  },
  parent: 'courseModuleId',
  defaultOf: 'version of the module',
  // Modules may require others in any order.
  late: ['requires'],
  acyclic: { requires: 'a module version cannot require itself, directly or over others' },
  lists: {
    requires: {
      table: tables.moduleConnections,
      owner: 'childModuleVersionId',
      columns: { ref: 'parentModuleVersionId', studyPeriodId: 'studyPeriodId' },
    },
  },
  initial: () => ({ status: 'ACTIVE', examinationRequirements: [], unitAmount: 0 }),
  computed({ examinationRequirements, timePlan }, row, { newId }) {
    return {
      ...(examinationRequirements && {
        examinationRequirements: examinationRequirements.map(({ name, weight = null }) => ({ name, weight })),
      }),
      ...(timePlan !== undefined && planColumns(timePlan, row, newId)),
    };
  },
  check(versions, report) {
    for (const [index, version] of versions) {
      const seen = new Set<string>();
      for (const [r, required] of (version.requires ?? []).entries()) {
        const key = JSON.stringify([required.ref, required.studyPeriodId ?? null]);
        if (seen.has(key)) report(index, ['requires', r, 'ref'], 'is already required');
        seen.add(key);
      }
    }
  },
});

interface PlanColumns {
  readonly timePlanId: string | null;
  readonly unitName: string | null;
  readonly unitMinutes: number | null;
  readonly timePlanItems: readonly TimePlanItem[] | null;
}

/** A time plan keeps its id as long as its version has one, and the values that its record does not name. */
function planColumns(plan: Static<typeof TimePlanSchema> | null, row: PlanColumns, newId: () => string) {
  if (plan === null) return { timePlanId: null, unitName: null, unitMinutes: null, timePlanItems: null, unitAmount: 0 };
  const { unitName = row.unitName, unitMinutes = row.unitMinutes, items = row.timePlanItems ?? [] } = plan;
  const timePlanId = row.timePlanId ?? newId();
  return { timePlanId, unitName, unitMinutes, timePlanItems: items, unitAmount: unitAmount(items) };
}

/** Names by language. */
const TranslationsSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { type: 'string', minLength: 1, maxLength: 35, format: 'text' },
  additionalProperties: text(),
  maxProperties: 100,
});

export const courseModules = kind('courseModules', tables.courseModules, {
  fields: {
    name: name(),
    code: optional(text()),
    isArchived: optional(flag()),
    nameTranslations: optional(TranslationsSchema),
    tags: optional(refsTo('tags', 100)),
  },
  nested: { versions: { kind: moduleVersions, atMost: 100 } },
  lists: { tags: { table: tables.courseModuleTags, owner: 'courseModuleId', columns: 'tagId' } },
  computed({ nameTranslations }) {
    if (nameTranslations === undefined) return {};
    const translations = Object.entries(nameTranslations ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
    return { nameTranslations: translations.length === 0 ? null : Object.fromEntries(translations) };
  },
});

import { Type } from 'typebox';
import {
  amount,
  dateTime,
  flag,
  int32,
  list,
  optional,
  record,
  refsTo,
  refTo,
  text,
} from '../../../platform/data/import/fields.ts';
import { kind } from '../../../platform/data/import/kind.ts';
import { unitAmount } from '../domain/unit-amount.ts';
import * as tables from '../store/module-tables.ts';

export const organizationTerms = kind('organizationTerms', tables.organizationTerms, {
  fields: {
    name: text(),
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
  fields: { name: text(), code: optional(text()), color: optional(text(32)) },
});

export const tags = kind('tags', tables.tags, {
  fields: { name: text(), color: optional(text(32)), icon: optional(text()) },
});

const TimePlanSchema = record({
  unitName: optional(text()),
  unitMinutes: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })),
  items: list(record({ name: text(), units: amount(), requiresAppointments: flag() }), 1000),
});

export const moduleVersions = kind('moduleVersions', tables.moduleVersions, {
  fields: {
    version: text(),
    name: text(),
    ectsPoints: int32(),
    status: optional(text(64)),
    isDefault: optional(flag()),
    description: optional(text(10_000, 0)),
    capacity: optional(int32()),
    color: optional(text(32)),
    moduleName: optional(text()),
    requiredAttendancePercentage: optional(Type.Number({ minimum: 0, maximum: 100 })),
    examinationRequirements: optional(list(record({ name: text(), weight: optional(amount()) }), 100)),
    timePlan: optional(TimePlanSchema),
    requires: optional(list(record({ ref: refTo('moduleVersions'), studyPeriodId: optional(text()) }), 1000)),
  },
  parent: 'courseModuleId',
  defaultOf: 'version of the module',
  // Modules may require each other in any order.
  late: ['requires'],
  lists: {
    requires: {
      table: tables.moduleConnections,
      owner: 'childModuleVersionId',
      columns: { ref: 'parentModuleVersionId', studyPeriodId: 'studyPeriodId' },
    },
  },
  computed({ status = 'ACTIVE', examinationRequirements = [], timePlan }, stored, { newId }) {
    return {
      status,
      examinationRequirements: examinationRequirements.map(({ name, weight = null }) => ({ name, weight })),
      // A time plan keeps its id as long as its version has one.
      timePlanId: timePlan ? (stored?.timePlanId ?? newId()) : null,
      unitName: timePlan?.unitName ?? null,
      unitMinutes: timePlan?.unitMinutes ?? null,
      timePlanItems: timePlan?.items ?? null,
      unitAmount: unitAmount(timePlan?.items ?? []),
    };
  },
  check(versions, report) {
    for (const [index, version] of versions) {
      // The ref is in every record, but not among the fields of a kind.
      const { ref, requires = [] } = version as typeof version & { readonly ref: string };
      const seen = new Set<string>();
      for (const [r, required] of requires.entries()) {
        const key = JSON.stringify([required.ref, required.studyPeriodId]);
        if (required.ref === ref) report(index, ['requires', r, 'ref'], 'a module version cannot require itself');
        if (seen.has(key)) report(index, ['requires', r, 'ref'], 'is already required');
        seen.add(key);
      }
    }
  },
});

/** Names by language. */
const TranslationsSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { type: 'string', minLength: 1, maxLength: 35, format: 'text' },
  additionalProperties: text(),
  maxProperties: 100,
});

export const courseModules = kind('courseModules', tables.courseModules, {
  fields: {
    name: text(),
    code: optional(text()),
    isArchived: optional(flag()),
    nameTranslations: optional(TranslationsSchema),
    tags: optional(refsTo('tags', 100)),
  },
  nested: { versions: { kind: moduleVersions, atMost: 100 } },
  lists: { tags: { table: tables.courseModuleTags, owner: 'courseModuleId', columns: 'tagId' } },
  computed({ nameTranslations = {} }) {
    const translations = Object.entries(nameTranslations).sort(([one], [other]) => (one < other ? -1 : 1));
    return { nameTranslations: translations.length === 0 ? null : Object.fromEntries(translations) };
  },
});

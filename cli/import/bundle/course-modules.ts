import { Type } from 'typebox';
import { atMostOneDefault } from './defaults.ts';
import { amount, flag, int32, list, optional, record, ref, refsTo, refTo, type Section, text } from './pieces.ts';

const TimePlanSchema = record({
  unitName: optional(text()),
  unitMinutes: optional(Type.Number({ exclusiveMinimum: 0, maximum: 1440 })),
  items: list(record({ name: text(), units: amount(), requiresAppointments: flag() }), 1000),
});

const ModuleVersionSchema = record({
  ref: ref('moduleVersions'),
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
});

/** Names by language. */
const TranslationsSchema = Type.Unsafe<Record<string, string>>({
  type: 'object',
  propertyNames: { type: 'string', minLength: 1, maxLength: 35, format: 'text' },
  additionalProperties: text(),
  maxProperties: 100,
});

const CourseModuleSchema = record({
  ref: ref('courseModules'),
  name: text(),
  code: optional(text()),
  isArchived: optional(flag()),
  nameTranslations: optional(TranslationsSchema),
  tags: optional(refsTo('tags', 100)),
  versions: list(ModuleVersionSchema, 100),
});

export const courseModules = {
  name: 'courseModules',
  schema: CourseModuleSchema,
  check(records, check) {
    for (const [m, { versions }] of records) {
      atMostOneDefault(versions, [m, 'versions'], 'version of the module', check);
      for (const [v, { ref: own, requires = [] }] of versions.entries()) {
        const first = requires.findIndex((required) => required.ref === own);
        if (first >= 0)
          check.fault([m, 'versions', v, 'requires', first, 'ref'], 'a module version cannot require itself');
        for (const index of repeated(requires))
          check.fault([m, 'versions', v, 'requires', index, 'ref'], 'is already required');
      }
    }
  },
} as const satisfies Section<typeof CourseModuleSchema>;

/** The indices of requirements that repeat an earlier one. */
function repeated(requires: readonly { ref: string; studyPeriodId?: string }[]): number[] {
  const seen = new Set<string>();
  return [...requires.keys()].filter((index) => {
    const key = JSON.stringify([requires[index]?.ref, requires[index]?.studyPeriodId]);
    const isRepeated = seen.has(key);
    seen.add(key);
    return isRepeated;
  });
}

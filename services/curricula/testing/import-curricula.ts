import type { MessageInitShape } from '@bufbuild/protobuf';
import type { Call } from '../../../platform/calls/caller.ts';
import { type ImportedRecord, ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import {
  type ImportCourseModulesRequestSchema,
  type ImportCurriculaRequestSchema,
  ImportService,
} from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';

export type ModuleRecords = NonNullable<MessageInitShape<typeof ImportCourseModulesRequestSchema>['records']>;
export type CurriculumRecords = NonNullable<MessageInitShape<typeof ImportCurriculaRequestSchema>['records']>;

/** `section/ref` → id. */
export type Ids = Readonly<Record<string, string>>;

export function idsOf(records: readonly ImportedRecord[]): Ids {
  return Object.fromEntries(records.map(({ section, ref, id }) => [`${section}/${ref}`, id]));
}

/** The outcome of each record that was written, by `section/ref`. */
export function changesOf(records: readonly ImportedRecord[]): Record<string, 'created' | 'updated'> {
  return Object.fromEntries(
    records
      .filter(({ outcome }) => outcome !== ImportOutcome.UNCHANGED)
      .map(({ section, ref, outcome }) => [
        `${section}/${ref}`,
        outcome === ImportOutcome.CREATED ? 'created' : 'updated',
      ]),
  );
}

/** An id that does not exist. */
export const NOWHERE = '01990000-0000-7000-8000-000000000000';

/** The records that curricula reference: a group, two tags, and two modules, of which the second has two versions. */
export async function importGround(call: Call): Promise<Ids> {
  const { importModuleGroups, importTags, importCourseModules } = ImportService.method;
  const group = { ref: 'base', name: 'Foundations', code: 'FND', color: '#2f7d4f' };
  const groups = await call(importModuleGroups, { records: [group] });
  const tags = await call(importTags, { records: [tag('core', 'Core'), { ...tag('math', 'Algebra'), icon: 'sigma' }] });
  const ids = idsOf([...groups.records, ...tags.records]);
  const modules = await call(importCourseModules, { records: groundModules(ids) });
  return { ...ids, ...idsOf(modules.records) };
}

export function groundModules(ids: Ids): ModuleRecords {
  return [
    {
      ref: 'analysis',
      name: 'Analysis',
      code: 'M-AN',
      nameTranslations: { en: 'Calculus', de: 'Analysis' },
      tagIds: [ids['tags/core'] ?? '', ids['tags/math'] ?? ''],
      versions: [
        {
          ref: 'analysis-1',
          version: '1',
          name: 'Analysis I',
          ectsPoints: 6,
          isDefault: true,
          examinationRequirements: [{ name: 'Thesis', weight: 3 }, { name: 'Colloquium' }],
          timePlan: {
            items: [
              { name: 'Lectures', units: 24, requiresAppointments: true },
              { name: 'Exercises', units: 12.5, requiresAppointments: true },
              { name: 'Self-study', units: 90 },
            ],
          },
        },
      ],
    },
    {
      ref: 'systems',
      name: 'Systems',
      versions: [
        {
          ref: 'systems-1',
          version: '1',
          name: 'Systems I',
          ectsPoints: 7,
          status: 'DRAFT',
          description: 'Of computers.',
          capacity: 0,
          color: '#112233',
          moduleName: 'Systems',
          requiredAttendancePercentage: 66.5,
          timePlan: { unitName: 'Hour', unitMinutes: 60, items: [] },
        },
        { ref: 'systems-2', version: '2', name: 'Systems II' },
      ],
    },
  ];
}

function tag(ref: string, name: string) {
  return { ref, name };
}

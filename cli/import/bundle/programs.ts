import { Type } from 'typebox';
import { atMostOneDefault } from './defaults.ts';
import { flag, instant, int32, list, optional, record, ref, refsTo, refTo, type Section, text } from './pieces.ts';

const CohortSchema = record({
  ref: ref('cohorts'),
  name: text(),
  startDate: instant(),
  endDate: instant(),
  curriculaVersion: refTo('curriculaVersions'),
  originalCurriculaVersion: optional(refTo('curriculaVersions')),
  isArchived: optional(flag()),
  hasDisconnectedFromCurricula: optional(flag()),
  terms: optional(list(record({ term: refTo('terms'), organizationTerm: refTo('organizationTerms') }), 1000)),
});

const ProgramVersionSchema = record({
  ref: ref('programVersions'),
  name: text(),
  isDefault: optional(flag()),
  cohorts: optional(list(CohortSchema, 1000)),
});

const ProgramSchema = record({
  ref: ref('programs'),
  name: text(),
  code: optional(text()),
  objective: optional(text(10_000, 0)),
  defaultStudyTime: optional(int32()),
  hasCohorts: optional(flag()),
  type: optional(text(64)),
  isArchived: optional(flag()),
  responsibleUsers: optional(refsTo('users')),
  curricula: optional(refsTo('curricula', 200)),
  // A program has at least one version (spec: Study program).
  versions: Type.Array(ProgramVersionSchema, { minItems: 1, maxItems: 1000 }),
});

export const programs = {
  name: 'programs',
  schema: ProgramSchema,
  check(records, check) {
    for (const [p, { versions }] of records) {
      atMostOneDefault(versions, [p, 'versions'], 'version of the program', check);
    }
  },
} as const satisfies Section<typeof ProgramSchema>;

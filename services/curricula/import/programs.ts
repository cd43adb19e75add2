import {
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
import { optionalCodeKey } from '../../../platform/core/text-keys.ts';
import * as tables from '../store/program-tables.ts';

const cohorts = kind('cohorts', tables.cohorts, {
  fields: {
    name: name(),
    startDate: dateTime(),
    endDate: dateTime(),
    curriculaVersion: refTo('curriculaVersions'),
    originalCurriculaVersion: optional(refTo('curriculaVersions')),
    isArchived: optional(flag()),
    hasDisconnectedFromCurricula: optional(flag()),
    terms: optional(
      list(
        record({
          term: refTo('terms'),
          organizationTerm: refTo('organizationTerms'),
          cohortStudyTimelineStatus: clearable(jsonObject()),
        }),
        1000,
      ),
    ),
  },
  columns: {
    curriculaVersion: 'curriculumVersionId',
    originalCurriculaVersion: 'originalCurriculumVersionId',
  },
  lists: {
    terms: {
      table: tables.cohortTerms,
      owner: 'cohortId',
      columns: { term: 'curriculumTermId', organizationTerm: 'organizationTermId' },
      values: { cohortStudyTimelineStatus: 'cohortStudyTimelineStatus' },
    },
  },
  parent: 'studyProgramVersionId',
  shownAs: 'cohorts',
});

/** Which version is the default is stored with the program. */
export const programVersions = kind('programVersions', tables.programVersions, {
  fields: { name: name(), isDefault: optional(flag()), statisticData: optional(jsonObject()) },
  nested: { cohorts: { kind: cohorts, atMost: 1000 } },
  parent: 'studyProgramId',
  shownAs: true,
  defaultOf: 'version of the program',
});

export const programs = kind('programs', tables.programs, {
  fields: {
    name: name(),
    code: optional(text()),
    objective: optional(text(10_000, 0)),
    defaultStudyTime: optional(int32()),
    hasCohorts: optional(flag()),
    type: optional(text(64)),
    isArchived: optional(flag()),
    defaultTuitionFeePlanId: optional(text()),
    statisticData: optional(jsonObject()),
    responsibleUsers: optional(refsTo('users')),
    curricula: optional(refsTo('curricula', 200)),
  },
  computed: (_, { code }) => ({ codeKey: optionalCodeKey(code) }),
  // A program has at least one version.
  nested: { versions: { kind: programVersions, atMost: 1000, isNeeded: true } },
  lists: {
    responsibleUsers: { table: tables.programResponsibleUsers, owner: 'studyProgramId', columns: 'userId' },
    curricula: {
      table: tables.programCurricula,
      owner: 'studyProgramId',
      columns: 'curriculumId',
      isOrdered: true,
      shownAs: 'connectedCurricula',
    },
  },
});

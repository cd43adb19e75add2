import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  CurriculumVersionDetailSchema,
  ElectionMode,
} from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { PathwayType } from '../../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { LessonUnitSchema } from '../../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { compileSerialiser } from '../../../endpoint/envelope.ts';
import { CurriculaVersionDetail } from '../../../schema/curriculum-version-detail.ts';
import { compileValidator } from '../../../schema/validate.ts';
import { curriculumVersionDetailView } from './version-detail-view.ts';

const at = '2026-10-01T08:00:00.000Z';
const stamps = { createdAt: at, updatedAt: at };
const defaultUnit = create(LessonUnitSchema, { name: 'Unit', minutes: 45 });
const viewOf = (detail: MessageInitShape<typeof CurriculumVersionDetailSchema>) =>
  curriculumVersionDetailView(create(CurriculumVersionDetailSchema, detail), { institutionId: 'school', defaultUnit });

const moduleVersion = (id: string, courseModuleId: string) => ({
  id,
  version: '1',
  name: `Version ${id}`,
  ...stamps,
  ectsPoints: 5,
  courseModuleId,
  status: 'ACTIVE',
});

/** Two modules, one of which requires the other, in a version with only the required fields. */
const bare = {
  version: { id: 'v', version: '1', name: 'Version', ...stamps, curriculaId: 'c' },
  curricula: { id: 'c', name: 'Curriculum' },
  items: [
    { id: 'i1', courseModuleId: 'm1', courseModuleVersionId: 'mv1', updatedAt: at },
    { id: 'i2', courseModuleId: 'm2', updatedAt: at },
  ],
  courseModules: [
    { id: 'm1', name: 'One' },
    { id: 'm2', name: 'Two' },
  ],
  moduleVersions: [moduleVersion('mv1', 'm1'), moduleVersion('mv2', 'm2')],
  moduleConnections: [{ id: 'x', parentModuleVersionId: 'mv2', childModuleVersionId: 'mv1' }],
};

/** A version with every field set. */
const full = {
  ...bare,
  version: {
    ...bare.version,
    electionStartWeeks: 0,
    electionEndWeeks: 2,
    electionMode: ElectionMode.ELECT_AFTER_TERM,
    isCohortVersion: true,
    sourceCohort: { id: 'h', name: 'Cohort' },
    isDefault: true,
  },
  curricula: { ...bare.curricula, isCohortSpecific: true },
  terms: [
    {
      id: 't',
      name: 'Term',
      curriculaVersionId: 'v',
      cohortTerms: [
        { id: 'ht', curriculaVersionTermId: 't', organizationTermId: 'o', cohort: { id: 'h', name: 'Cohort' } },
      ],
    },
  ],
  organizationTerms: [
    {
      id: 'o',
      name: 'Winter',
      termStart: at,
      termEnd: at,
      code: '',
      electionStart: at,
      electionEnd: at,
      reassessmentRegistrationStart: at,
      reassessmentRegistrationEnd: at,
    },
  ],
  pathways: [{ id: 'p', position: 0, name: 'Path', type: PathwayType.FIXED, curriculaVersionId: 'v', description: '' }],
  moduleClusters: [
    {
      id: 'k',
      electiveBehavior: 'SELECT_UNTIL_ECTS',
      electiveBehaviorAmount: 0,
      rule: 'RULE',
      ruleAmount: 0.5,
      ...stamps,
      curriculaVersionId: 'v',
      name: 'Cluster',
      unlockAfterCp: 60,
      electAtOnce: true,
      overflowClusterId: 'k',
      isReElectable: true,
    },
  ],
  moduleGroups: [{ id: 'g', name: 'Group', code: 'G', color: '#fff' }],
  courseModules: [
    {
      id: 'm1',
      name: 'One',
      code: 'M1',
      isArchived: true,
      nameTranslations: { de: 'Eins', 'x\ny': 'odd' },
      tags: [{ id: 'l', courseModuleId: 'm1', tag: { id: 'a', name: 'Tag', color: '#000', icon: 'sigma' } }],
    },
    { id: 'm2', name: 'Two', code: 'M2' },
  ],
  moduleVersions: [
    {
      ...moduleVersion('mv1', 'm1'),
      examinationRequirements: [{ name: 'Exam', weight: 0 }, { name: 'Talk' }],
      unitAmount: 12.5,
      unitName: 'Hour',
      unitMinuteEquivalent: 60,
      moduleName: 'Module',
    },
    {
      ...moduleVersion('mv2', 'm2'),
      description: 'Text',
      requiredAttendancePercentage: 80.5,
      timePlanId: 'tp',
      isDefault: true,
      capacity: 0,
      color: '#123',
      moduleName: 'Module',
    },
  ],
  moduleConnections: [{ id: 'x', parentModuleVersionId: 'mv2', childModuleVersionId: 'mv1', studyPeriodId: 's' }],
  items: [
    {
      id: 'i1',
      courseModuleId: 'm1',
      courseModuleVersionId: 'mv1',
      curriculaVersionTermId: 't',
      curriculaVersionModuleClusterId: 'k',
      curriculaVersionPathwayId: 'p',
      parentId: 'i2',
      updatedAt: at,
      isCoreModule: true,
      moduleGroupId: 'g',
    },
    { id: 'i2', courseModuleId: 'm2', courseModuleVersionId: 'mv2', updatedAt: at },
  ],
};

describe.each([
  ['a version with only the required fields', bare],
  ['a version with every field set', full],
])('%s', (_, detail) => {
  it('matches the schema exactly', () => {
    const view = viewOf(detail);
    expect(compileValidator(CurriculaVersionDetail)(view)).toEqual([]);
    expect(JSON.stringify(view)).toBe(compileSerialiser(CurriculaVersionDetail)(view));
  });
});

it('shows absent values as null, flags as false, lists as empty', () => {
  const view = viewOf(bare);
  expect(view).toMatchObject({
    electionMode: null,
    electionStartWeeks: null,
    electionEndWeeks: null,
    isDefault: false,
  });
  expect(view).toMatchObject({ sourceCohortId: null, sourceCohort: null, isCohortVersion: false });
  expect(view.curricula).toEqual({ id: 'c', name: 'Curriculum', isCohortSpecific: false });
  expect(view).toMatchObject({
    curriculaVersionTerms: [],
    curriculaVersionPathways: [],
    curriculaVersionModuleCluster: [],
  });
  const [first, second] = view.curriculaVersionItems;
  expect(second).toEqual({
    id: 'i2',
    curriculaVersionId: 'v',
    courseModuleId: 'm2',
    courseModuleVersionId: null,
    curriculaVersionTermId: null,
    curriculaVersionModuleClusterId: null,
    curriculaVersionPathwayId: null,
    parentId: null,
    updatedAt: at,
    isCoreModule: false,
    courseModule: {
      id: 'm2',
      name: 'Two',
      institutionId: 'school',
      code: null,
      isArchived: false,
      nameTranslations: null,
      courseModuleTags: [],
    },
    curriculaVersionTerm: null,
    curriculaVersionPathway: null,
    curriculaVersionModuleCluster: null,
    moduleGroupId: null,
    moduleGroup: null,
    courseModuleVersion: null,
  });
  expect(first?.courseModuleVersion).toMatchObject({
    examinationRequirements: [],
    moduleName: null,
    unitAmount: 0,
    unitName: 'Unit',
    unitMinuteEquivalent: 45,
    parentConnections: [],
    childConnections: [
      { studyPeriodId: null, parentModuleVersion: { courseModule: { code: null }, timePlanId: null } },
    ],
  });
});

it('shows given values, zero and the empty text too; a time plan’s unit takes precedence over the institution’s', () => {
  const view = viewOf(full);
  const [item] = view.curriculaVersionItems;
  expect(view.electionStartWeeks).toBe(0);
  expect(item?.curriculaVersionPathway?.description).toBe('');
  expect(item?.curriculaVersionModuleCluster).toMatchObject({ electiveBehaviorAmount: 0, unlockAfterCP: 60 });
  expect(item?.courseModuleVersion).toMatchObject({ unitAmount: 12.5, unitName: 'Hour', unitMinuteEquivalent: 60 });
  expect(item?.courseModuleVersion?.examinationRequirements).toEqual([
    { name: 'Exam', weight: 0 },
    { name: 'Talk', weight: null },
  ]);
  expect(item?.courseModuleVersion?.childConnections[0]?.parentModuleVersion.capacity).toBe(0);
});

it('the required version lists who requires it under parentConnections, the requiring one what it requires under childConnections', () => {
  const [requiring, required] = viewOf(full).curriculaVersionItems.map((item) => item.courseModuleVersion);
  const connection = { id: 'x', parentModuleVersionId: 'mv2', childModuleVersionId: 'mv1', studyPeriodId: 's' };
  expect(required?.parentConnections).toMatchObject([{ ...connection, childModuleVersion: { id: 'mv1' } }]);
  expect(required?.childConnections).toEqual([]);
  expect(requiring?.childConnections).toMatchObject([
    { ...connection, parentModuleVersion: { id: 'mv2', courseModule: { id: 'm2', name: 'Two', code: 'M2' } } },
  ]);
  expect(requiring?.parentConnections).toEqual([]);
});

it('every record has one view, shared by all that nest it', () => {
  const { curriculaVersionTerms, curriculaVersionItems } = viewOf(full);
  expect(curriculaVersionItems[0]?.curriculaVersionTerm).toBe(curriculaVersionTerms[0]);
});

it('throws when the service’s answer refers to a record that it lacks', () => {
  expect(() => viewOf({ ...bare, courseModules: [] })).toThrow('course module m2');
  expect(() => viewOf({ ...full, terms: [] })).toThrow('term t');
  expect(() => viewOf({ ...full, organizationTerms: [] })).toThrow('organization term o');
});

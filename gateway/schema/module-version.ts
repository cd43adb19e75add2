import { type Static, Type } from 'typebox';
import { Id, Instant, Int32, nullable } from './types.ts';

const unknownObject = (description: string) => nullable(Type.Object({}, { description, additionalProperties: true }));

const moduleVersionProperties = {
  id: Id('The module version’s id.'),
  version: Type.String({ description: 'The version number or label.', examples: ['1'] }),
  name: Type.String({ description: 'The module version’s name.', examples: ['Distributed Systems'] }),
  description: nullable(Type.String({ description: 'Free text.' })),
  icon: nullable(Type.String({ description: 'Always null.' })),
  iconType: nullable(Type.String({ description: 'Always null.' })),
  banner: nullable(Type.String({ description: 'Always null.' })),
  createdAt: Instant('When the module version was created.'),
  updatedAt: Instant('When the module version was last changed.'),
  requiredAttendancePercentage: nullable(
    Type.Number({ description: 'The required attendance in percent.', examples: [80] }),
  ),
  ectsPoints: Int32('ECTS points.', { minimum: 0, examples: [7] }),
  courseModuleId: Id('The module that it is a version of.'),
  status: Type.String({ description: 'Such as `ACTIVE`.', examples: ['ACTIVE'] }),
  timePlanId: nullable(Id('The time plan of the version; null if there is none.')),
  isDefault: Type.Boolean({ description: 'Whether it is the module’s default version.' }),
  earlyAssessmentEnabled: Type.Boolean({ description: 'Always false.' }),
  isCurrentlyElectable: Type.Boolean({ description: 'Always false.' }),
  capacity: nullable(Int32('Seats.', { minimum: 0, examples: [40] })),
  color: nullable(Type.String({ description: 'A colour.', examples: ['#1c4e80'] })),
  courseChatFileAttachmentsDefault: Type.Boolean({ description: 'Always false.' }),
  courseChatReadOnlyDefault: Type.Boolean({ description: 'Always false.' }),
  courseFeatureDefaults: unknownObject('Always null.'),
  moduleName: nullable(Type.String({ description: 'A name that takes precedence over that of the version.' })),
  attemptRules: unknownObject('Always null.'),
};

/** A module version at the other end of a connection (spec: the nested module version). */
export const ModuleVersion = Type.Object(moduleVersionProperties, { title: 'ModuleVersion' });
export type ModuleVersionView = Static<typeof ModuleVersion>;

/** The same for a required version, with a summary of its module. */
export const RequiredModuleVersion = Type.Object(
  {
    ...moduleVersionProperties,
    courseModule: Type.Object(
      {
        id: Id('The module’s id.'),
        name: Type.String({ description: 'The module’s name.', examples: ['Distributed Systems'] }),
        code: nullable(Type.String({ description: 'A code for look-ups.', examples: ['M-DS'] })),
      },
      { title: 'CourseModuleSummary' },
    ),
  },
  { title: 'RequiredModuleVersion' },
);
export type RequiredModuleVersionView = Static<typeof RequiredModuleVersion>;

const connectionProperties = {
  id: Id('The connection’s id.'),
  parentModuleVersionId: Id('The module version that is required.'),
  childModuleVersionId: Id('The module version that requires it.'),
  studyPeriodId: nullable(Type.String({ description: 'The study period to which the requirement applies.' })),
};

/** A module version as a version’s items show it (spec: CurriculaVersionItemModuleVersion; decisions 9.6, 9.8). */
export const ItemModuleVersion = Type.Object(
  {
    examinationRequirements: Type.Array(
      Type.Object(
        {
          name: Type.String({ description: 'The name of the requirement.', examples: ['Written examination'] }),
          weight: nullable(
            Type.Number({ description: 'The share of the grade, relative to the other requirements.', examples: [1] }),
          ),
        },
        { title: 'ExaminationRequirement' },
      ),
      { description: 'The requirements of the examination.' },
    ),
    courseModuleId: Id('The module that it is a version of.'),
    id: Id('The module version’s id.'),
    parentConnections: Type.Array(
      Type.Object({ ...connectionProperties, childModuleVersion: ModuleVersion }, { title: 'ParentModuleConnection' }),
      { description: 'The connections in which this module is the parent: the modules that require it.' },
    ),
    childConnections: Type.Array(
      Type.Object(
        { ...connectionProperties, parentModuleVersion: RequiredModuleVersion },
        { title: 'ChildModuleConnection' },
      ),
      { description: 'The connections in which this module is the child: the modules that it requires.' },
    ),
    name: Type.String({ description: 'The module version’s name.', examples: ['Distributed Systems'] }),
    moduleName: nullable(Type.String({ description: 'A name that takes precedence over that of the version.' })),
    version: Type.String({ description: 'The version number or label.', examples: ['1'] }),
    ectsPoints: Int32('ECTS points.', { minimum: 0, examples: [7] }),
    unitAmount: Type.Number({
      description: 'Total units of the items in the time plan that require appointments; 0 without a time plan.',
      examples: [40.5],
    }),
    unitName: Type.String({
      description: 'The name of a unit, from the time plan, otherwise from the institution’s default unit.',
      examples: ['Seminar hour'],
    }),
    unitMinuteEquivalent: Type.Number({
      description:
        'The length of a unit in minutes, from the time plan, otherwise from the institution’s default unit.',
      examples: [60],
    }),
  },
  { title: 'CurriculaVersionItemModuleVersion' },
);
export type ItemModuleVersionView = Static<typeof ItemModuleVersion>;

import { type Static, Type } from 'typebox';
import {
  ExaminationRequirementSchema,
  ModuleConnectionSchema,
  type ModuleVersion as ModuleVersionMessage,
  ModuleVersionSchema,
} from '../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import { representation, type Words } from './contract.ts';
import { AnyObject, Id, Instant, nullable } from './types.ts';

const moduleVersionWords = {
  id: Id('The module version’s id.'),
  version: { text: 'The version number or label.', example: '1' },
  name: { text: 'The module version’s name.', example: 'Distributed Systems' },
  description: 'Free text.',
  icon: { text: 'The name of an icon.', example: 'network' },
  iconType: { text: 'The kind or set of the icon.', example: 'material' },
  banner: { text: 'The address of a picture.', example: 'https://media.nordhafen.example/ds.jpg' },
  createdAt: Instant('When the module version was created.'),
  updatedAt: Instant('The server’s clock when the last change of the module version began.'),
  requiredAttendancePercentage: { text: 'The required attendance in percent.', example: 80 },
  ectsPoints: { text: 'ECTS points.', example: 7 },
  courseModuleId: Id('The module that it is a version of.'),
  status: { text: 'Such as `ACTIVE`.', example: 'ACTIVE' },
  timePlanId: nullable(Id('The time plan of the version; null if there is none.')),
  isDefault: 'Whether it is the module’s default version.',
  earlyAssessmentEnabled: 'Whether the assessment may be taken early.',
  isCurrentlyElectable: 'Whether students may elect the module now.',
  capacity: { text: 'Seats.', example: 40 },
  color: { text: 'A colour.', example: '#1c4e80' },
  courseChatFileAttachmentsDefault: 'Whether files can be attached in the chats of new courses.',
  courseChatReadOnlyDefault: 'Whether the chats of new courses are read-only.',
  courseFeatureDefaults: nullable(AnyObject('Which features new courses have, as imported.', { chat: true })),
  moduleName: 'A name that takes precedence over that of the version.',
  attemptRules: nullable(AnyObject('The rules for attempts at the examination, as imported.', { maxAttempts: 3 })),
  // Only items show these.
  examinationRequirements: null,
  unitAmount: null,
  unitName: null,
  unitMinuteEquivalent: null,
} satisfies Words<ModuleVersionMessage>;

/** A module version at the other end of a connection. */
export const ModuleVersion = representation('ModuleVersion', ModuleVersionSchema, moduleVersionWords);
export type ModuleVersionView = Static<typeof ModuleVersion>;

/** The same for a required version, with a summary of its module. */
export const RequiredModuleVersion = representation('RequiredModuleVersion', ModuleVersionSchema, {
  ...moduleVersionWords,
  courseModule: Type.Object(
    {
      id: Id('The module’s id.'),
      name: Type.String({ description: 'The module’s name.', examples: ['Distributed Systems'] }),
      code: nullable(Type.String({ description: 'A code for look-ups.', examples: ['M-DS'] })),
    },
    { title: 'CourseModuleSummary' },
  ),
});
export type RequiredModuleVersionView = Static<typeof RequiredModuleVersion>;

const connectionWords = {
  id: Id('The connection’s id.'),
  parentModuleVersionId: Id('The module version that is required.'),
  childModuleVersionId: Id('The module version that requires it.'),
  studyPeriodId: 'The study period to which the requirement applies.',
};

const ExaminationRequirement = representation('ExaminationRequirement', ExaminationRequirementSchema, {
  name: { text: 'The name of the requirement.', example: 'Written examination' },
  weight: { text: 'The share of the grade, relative to the other requirements.', example: 1 },
});

const ParentConnection = representation('ParentModuleConnection', ModuleConnectionSchema, {
  ...connectionWords,
  childModuleVersion: ModuleVersion,
});

const ChildConnection = representation('ChildModuleConnection', ModuleConnectionSchema, {
  ...connectionWords,
  parentModuleVersion: RequiredModuleVersion,
});

const { courseModuleId, id, name, moduleName, version, ectsPoints } = ModuleVersion.properties;

/** A module version as a version’s items show it (decisions 9.6, 9.8). */
export const ItemModuleVersion = Type.Object(
  {
    examinationRequirements: Type.Array(ExaminationRequirement, {
      description: 'The requirements of the examination.',
    }),
    courseModuleId,
    id,
    parentConnections: Type.Array(ParentConnection, {
      description: 'The connections in which this module is the parent: the modules that require it.',
    }),
    childConnections: Type.Array(ChildConnection, {
      description: 'The connections in which this module is the child: the modules that it requires.',
    }),
    name,
    moduleName,
    version,
    ectsPoints,
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

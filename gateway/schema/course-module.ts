import { type Static, Type } from 'typebox';
import {
  CourseModuleSchema,
  ModuleGroupSchema,
  ModuleTagSchema,
  TagSchema,
} from '../../proto/gen/lyceum/curricula/v1/module_pb.ts';
import { representation } from './contract.ts';
import { Id, nullable } from './types.ts';

/** A tag on a module. */
export const ModuleTag = representation('ModuleTag', ModuleTagSchema, {
  id: Id('The id of the link between module and tag.'),
  courseModuleId: Id('The module.'),
  tagId: Id('The tag.'),
  tag: representation('Tag', TagSchema, {
    id: Id('The tag’s id.'),
    name: { text: 'The tag’s name.', example: 'Core' },
    institutionId: Id('The institution that the tag belongs to.'),
    color: { text: 'A colour.', example: '#1c4e80' },
    icon: { text: 'The name of a picture.', example: 'sigma' },
  }),
});

// Any text may be a key here; a pattern for keys would exclude some.
const NameTranslations = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Names by language tag; null if there are none.',
  examples: [{ de: 'Analysis I', en: 'Calculus I' }],
});

/** A module as a version’s items show it. */
export const CourseModule = representation('CourseModule', CourseModuleSchema, {
  id: Id('The module’s id.'),
  name: { text: 'The module’s name.', example: 'Analysis I' },
  institutionId: Id('The institution that the module belongs to.'),
  code: { text: 'A code for look-ups.', example: 'M-AN1' },
  isArchived: nullable(Type.Boolean({ description: 'Archived modules stay in the curricula that use them.' })),
  nameTranslations: nullable(NameTranslations),
  tags: null,
  courseModuleTags: Type.Array(ModuleTag, { description: 'The module’s tags, ordered by name.' }),
});
export type CourseModuleView = Static<typeof CourseModule>;

/** A group that items belong to. */
export const ModuleGroup = representation('ModuleGroup', ModuleGroupSchema, {
  id: Id('The group’s id.'),
  name: { text: 'The group’s name.', example: 'Foundations' },
  code: { text: 'A code for look-ups.', example: 'FND' },
  color: { text: 'A colour.', example: '#2f7d4f' },
});
export type ModuleGroupView = Static<typeof ModuleGroup>;

export const courseModuleExample: CourseModuleView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1901',
  name: 'Distributed Systems',
  institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
  code: 'M-DS',
  isArchived: false,
  nameTranslations: { de: 'Verteilte Systeme' },
  courseModuleTags: [
    {
      id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1a01',
      courseModuleId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1901',
      tagId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1b01',
      tag: {
        id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1b01',
        name: 'Core',
        institutionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0a01',
        color: '#1c4e80',
        icon: null,
      },
    },
  ],
};

export const moduleGroupExample: ModuleGroupView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1c01',
  name: 'Foundations',
  code: 'FND',
  color: '#2f7d4f',
};

import { type Static, Type } from 'typebox';
import { Id, nullable } from './types.ts';

/** A tag on a module (spec: ModuleTag). */
export const ModuleTag = Type.Object(
  {
    id: Id('The id of the link between module and tag.'),
    courseModuleId: Id('The module.'),
    tagId: Id('The tag.'),
    tag: Type.Object(
      {
        id: Id('The tag’s id.'),
        name: Type.String({ description: 'The tag’s name.', examples: ['Core'] }),
        institutionId: Id('The institution that the tag belongs to.'),
        color: nullable(Type.String({ description: 'A colour.', examples: ['#1c4e80'] })),
        icon: nullable(Type.String({ description: 'The name of a picture.', examples: ['sigma'] })),
      },
      { title: 'Tag' },
    ),
  },
  { title: 'ModuleTag' },
);

// Any text may be a key here; a pattern for keys would exclude some.
const NameTranslations = Type.Unsafe<Record<string, string>>({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Names by language tag; null if there are none.',
  examples: [{ de: 'Analysis I', en: 'Calculus I' }],
});

/** A module as a version’s items show it (spec: CurriculaVersionItemDetail). */
export const CourseModule = Type.Object(
  {
    id: Id('The module’s id.'),
    name: Type.String({ description: 'The module’s name.', examples: ['Analysis I'] }),
    institutionId: Id('The institution that the module belongs to.'),
    code: nullable(Type.String({ description: 'A code for look-ups.', examples: ['M-AN1'] })),
    isArchived: nullable(Type.Boolean({ description: 'Archived modules stay in the curricula that use them.' })),
    nameTranslations: nullable(NameTranslations),
    courseModuleTags: Type.Array(ModuleTag, { description: 'The module’s tags, ordered by name.' }),
  },
  { title: 'CourseModule' },
);
export type CourseModuleView = Static<typeof CourseModule>;

/** A group that items belong to. */
export const ModuleGroup = Type.Object(
  {
    id: Id('The group’s id.'),
    name: Type.String({ description: 'The group’s name.', examples: ['Foundations'] }),
    code: nullable(Type.String({ description: 'A code for look-ups.', examples: ['FND'] })),
    color: nullable(Type.String({ description: 'A colour.', examples: ['#2f7d4f'] })),
  },
  { title: 'ModuleGroup' },
);
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

import { type Static, Type } from 'typebox';
import { Id, Instant, nullable } from './types.ts';

/** Elective modules of a version (spec: Module cluster object). */
export const ModuleCluster = Type.Object(
  {
    id: Id('The cluster’s id.'),
    electiveBehavior: Type.String({ description: 'What students elect by.', examples: ['SELECT_UNTIL_ECTS'] }),
    electiveBehaviorAmount: nullable(Type.Number({ description: 'How much of it.', examples: [10] })),
    rule: nullable(Type.String({ description: 'A further rule.' })),
    ruleAmount: nullable(Type.Number({ description: 'How much of it.' })),
    createdAt: Instant('When the cluster was created.'),
    updatedAt: Instant('When the cluster was last changed.'),
    curriculaVersionId: Id('The curriculum version that the cluster belongs to.'),
    name: Type.String({ description: 'The cluster’s name.', examples: ['Electives'] }),
    unlockAfterCP: nullable(Type.Number({ description: 'Credit points that unlock it.', examples: [60] })),
    electAtOnce: Type.Boolean({ description: 'Whether all is elected at once.' }),
    overflowClusterId: nullable(Id('The cluster that takes what is too much here.')),
    isReElectable: Type.Boolean({ description: 'Whether it may be elected again.' }),
  },
  { title: 'CurriculaVersionModuleCluster' },
);
export type ModuleClusterView = Static<typeof ModuleCluster>;

export const moduleClusterExample: ModuleClusterView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1801',
  electiveBehavior: 'SELECT_UNTIL_ECTS',
  electiveBehaviorAmount: 10,
  rule: null,
  ruleAmount: null,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
  curriculaVersionId: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1201',
  name: 'Electives',
  unlockAfterCP: 60,
  electAtOnce: false,
  overflowClusterId: null,
  isReElectable: true,
};

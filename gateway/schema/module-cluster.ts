import { type Static, Type } from 'typebox';
import { Id, Instant, nullable } from './types.ts';

/** Elective modules of a version (spec: Module cluster object). */
export const ModuleCluster = Type.Object(
  {
    id: Id('The cluster’s id.'),
    electiveBehavior: Type.String({
      description: 'The rule by which students choose.',
      examples: ['SELECT_UNTIL_ECTS'],
    }),
    electiveBehaviorAmount: nullable(Type.Number({ description: 'The amount for the rule.', examples: [10] })),
    rule: nullable(Type.String({ description: 'An additional rule.' })),
    ruleAmount: nullable(Type.Number({ description: 'The amount for the rule.' })),
    createdAt: Instant('When the cluster was created.'),
    updatedAt: Instant('When the cluster was last changed.'),
    curriculaVersionId: Id('The curriculum version that the cluster belongs to.'),
    name: Type.String({ description: 'The cluster’s name.', examples: ['Electives'] }),
    unlockAfterCP: nullable(
      Type.Number({ description: 'The number of credit points from which the cluster is open.', examples: [60] }),
    ),
    electAtOnce: Type.Boolean({ description: 'Whether students choose all modules of the cluster at once.' }),
    overflowClusterId: nullable(Id('The cluster that counts what a student chooses beyond the amount of this one.')),
    isReElectable: Type.Boolean({ description: 'Whether students may choose again.' }),
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

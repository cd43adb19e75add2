import { type Static, Type } from 'typebox';
import { ModuleClusterSchema } from '../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant, nullable } from './types.ts';

/** Elective modules of a version. */
export const ModuleCluster = representation('CurriculaVersionModuleCluster', ModuleClusterSchema, {
  id: Id('The cluster’s id.'),
  electiveBehavior: { text: 'The rule by which students choose.', example: 'SELECT_UNTIL_ECTS' },
  electiveBehaviorAmount: { text: 'The amount for the rule.', example: 10 },
  rule: 'An additional rule.',
  ruleAmount: 'The amount for the rule.',
  createdAt: Instant('When the cluster was created.'),
  updatedAt: Instant('The server’s clock when the last change of the cluster began.'),
  curriculaVersionId: Id('The curriculum version that the cluster belongs to.'),
  name: { text: 'The cluster’s name.', example: 'Electives' },
  unlockAfterCp: null,
  unlockAfterCP: nullable(
    Type.Number({ description: 'The number of credit points from which the cluster is open.', examples: [60] }),
  ),
  electAtOnce: 'Whether students choose all modules of the cluster at once.',
  overflowClusterId: nullable(Id('The cluster that counts what a student chooses beyond the amount of this one.')),
  isReElectable: 'Whether students may choose again.',
});
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

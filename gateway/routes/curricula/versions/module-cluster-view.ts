import type { ModuleCluster } from '../../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import type { ModuleClusterView } from '../../../schema/module-cluster.ts';

/** An elective cluster as the specification shows it. */
export function moduleClusterView(cluster: ModuleCluster): ModuleClusterView {
  return {
    id: cluster.id,
    electiveBehavior: cluster.electiveBehavior,
    electiveBehaviorAmount: cluster.electiveBehaviorAmount ?? null,
    rule: cluster.rule ?? null,
    ruleAmount: cluster.ruleAmount ?? null,
    createdAt: cluster.createdAt,
    updatedAt: cluster.updatedAt,
    curriculaVersionId: cluster.curriculaVersionId,
    name: cluster.name,
    unlockAfterCP: cluster.unlockAfterCp ?? null,
    electAtOnce: cluster.electAtOnce,
    overflowClusterId: cluster.overflowClusterId ?? null,
    isReElectable: cluster.isReElectable,
  };
}

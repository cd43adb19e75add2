import { resourceEvent } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { command } from '../../../platform/handler/command.ts';
import { PathwayCreatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { PathwayService } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { createPathway as decide } from '../domain/create-pathway.ts';
import { refuse } from '../domain/refusals.ts';
import { insertPathway, lockPathways, pathwayMessage } from '../store/pathways.ts';

/** POST /curricula/{id}/versions/{versionId}/pathways (decisions 9.2): under the version's lock. */
export const createPathway = command(PathwayService.method.createPathway, {
  async run(tx, request, { actor, now, newId }) {
    const version = (await lockPathways(tx, actor, request)) ?? refuse('CURRICULUM_VERSION_NOT_FOUND');
    const created = decide(request.pathway, { id: newId(), ...version });
    insertPathway(tx, actor, created, { at: toInstantText(now), newId });
    return {
      response: { pathway: pathwayMessage(created) },
      events: [resourceEvent(PathwayCreatedSchema, created.id, { aggregateId: version.versionId })],
    };
  },
});

import { refuseField } from '../../../platform/core/errors/refusal.ts';
import { resourceEvent } from '../../../platform/core/event.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { cutPage, keysetOf } from '../../../platform/core/paging.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { PathwayCreatedSchema } from '../../../proto/gen/lyceum/curricula/v1/events_pb.ts';
import { PathwayService } from '../../../proto/gen/lyceum/curricula/v1/pathway_pb.ts';
import { createPathway as decide } from '../domain/create-pathway.ts';
import { refuse } from '../domain/refusals.ts';
import { isVersionOfCurriculum } from '../store/curriculum-versions.ts';
import { insertPathway, listPathways as list, lockPathways, pathwayMessage } from '../store/pathways.ts';

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

/** GET /curricula/{id}/versions/{versionId}/pathways (decisions 2.5, 9.1): by position. */
export const listPathways = query(PathwayService.method.listPathways, async (db, request, { actor }) => {
  const keyset = keysetOf(request.page, BEFORE_ALL);
  if (!INTEGER.test(keyset.sort)) refuseField('/page/after/sort', 'invalid_string', 'must be a position');
  const fetched = await list(db, actor, request, keyset);
  // A version with a pathway exists; only an empty page needs the check.
  if (fetched.length === 0) {
    const exists = await isVersionOfCurriculum(db, actor, request.curriculaId, request.curriculaVersionId);
    if (!exists) refuse('CURRICULUM_VERSION_NOT_FOUND');
  }
  const { rows, hasMore } = cutPage(fetched, keyset);
  return { pathways: rows.map(pathwayMessage), hasMore };
});

const BEFORE_ALL = '-1';
/** An integer that the database can compare with a position. */
const INTEGER = /^-?\d{1,15}$/;

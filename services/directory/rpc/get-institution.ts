import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution, institutionMessage } from '../store/institutions.ts';

/** The caller's institution, not cached, so that a caller sees a change at once. */
export const getInstitution = query(InstitutionService.method.getInstitution, async (db, _, { actor }) => {
  const institution = (await findInstitution(db, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
  return { institution: institutionMessage(institution), revision: institution.revision };
});

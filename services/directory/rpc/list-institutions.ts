import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { institutionMessage, listInstitutions as list } from '../store/institutions.ts';

/** All institutions of the installation. */
export const listInstitutions = query(InstitutionService.method.listInstitutions, async (db) => {
  const institutions = await list(db);
  return { institutions: institutions.map(institutionMessage) };
});

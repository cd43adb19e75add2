import { query } from '../../../platform/handler/query.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { settingsInEffect } from '../domain/settings.ts';
import { findInstitution } from '../store/institutions.ts';

/** The settings in effect, not cached, so that a caller sees a change at once. */
export const getInstitutionSettings = query(
  InstitutionService.method.getInstitutionSettings,
  async (db, _, { actor }) => {
    const institution = (await findInstitution(db, actor.institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
    return { settings: settingsInEffect(institution), revision: institution.revision };
  },
);

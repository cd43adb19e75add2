import { create } from '@bufbuild/protobuf';
import type { SectionImport } from '../../../bundle/engine/import-batch.ts';
import { importCommand } from '../../../bundle/engine/import-command.ts';
import { importEvents } from '../../../bundle/engine/import-events.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Actor, TenantActor } from '../../../platform/core/actor.ts';
import { present } from '../../../platform/core/present.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import { type ImportedRecord, ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { CourseCreatedSchema, CourseUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { ImportInstitutionRequestSchema } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { archivingConsent, wantArchiving } from '../archiving/consent.ts';
import { courseChanges } from '../domain/changes.ts';
import { refuse } from '../domain/refusals.ts';
import { refuseCodes, refuseNameless, refuseTaken } from '../domain/user-import.ts';
import { OF_GROUPS, OF_USERS } from '../import/events.ts';
import { checkInstitution, type InstitutionRecord, institutionRequest } from '../import/institution.ts';
import { courses } from '../import/sections.ts';
import { userGroups, users } from '../import/users.ts';
import { findInstitution, type InstitutionRow } from '../store/institutions.ts';
import { findKeyHolders, releaseKeys } from '../store/user-import.ts';
import { writeInstitution } from './institutions.ts';
import { refuseTooManyGroups } from './refuse-too-many-groups.ts';

const OF_COURSES = { created: CourseCreatedSchema, updated: CourseUpdatedSchema, changes: courseChanges };

const ofUsers: SectionImport<InstitutionRow> = {
  root: users,
  load: loadInstitution,
  async complete(plan, { tx, actor, loaded }) {
    const batch = plan.of(users);
    refuseNameless(batch);
    refuseCodes(batch, loaded.userCodeFormat);
    refuseTaken(batch, await findKeyHolders(tx, actor, batch));
  },
  finish(plan, { tx, actor, consent }) {
    const batch = plan.of(users);
    const changes = batch.map(({ id, before, values, placed }) => ({ id, before, after: values, placed }));
    wantArchiving(consent, actor, changes, ({ placed }) => `/users/${placed.index}/isArchived`);
    releaseKeys(tx, actor, batch);
    return importEvents(plan, users, OF_USERS);
  },
};

const ofGroups: SectionImport<InstitutionRow> = {
  root: userGroups,
  load: loadInstitution,
  async finish(plan, context) {
    await refuseTooManyGroups(plan, context);
    return importEvents(plan, userGroups, OF_GROUPS);
  },
};

/** Imports users, user groups with all their members, which may be archived users, and courses, each with its layer. */
export const importRecords = importCommand(ImportService.method.import, {
  sections: [
    ofUsers,
    ofGroups,
    { root: courses, load: loadInstitution, finish: (plan) => importEvents(plan, courses, OF_COURSES) },
  ],
  consent: archivingConsent,
  institution: importBundleInstitution,
});

/** The settings are read, not cached: the preceding import may just have set the format of codes. */
async function loadInstitution(tx: Tx, { institutionId }: TenantActor): Promise<InstitutionRow> {
  return (await findInstitution(tx, institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
}

async function importBundleInstitution(
  tx: Tx,
  record: unknown,
  context: CommandContext<Actor>,
): Promise<ImportedRecord> {
  const violations = checkInstitution(record).map((fault) => ({ ...fault, code: 'invalid_value' as const }));
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  const declared = record as InstitutionRecord;
  const request = create(ImportInstitutionRequestSchema, institutionRequest(declared));
  const { institution, created, changed } = (await writeInstitution(tx, request, context)).response;
  const written = created ? ImportOutcome.CREATED : ImportOutcome.UPDATED;
  return {
    $typeName: 'lyceum.common.v1.ImportedRecord',
    section: 'institution',
    ref: declared.ref,
    id: present(institution?.id, 'institution'),
    outcome: changed ? written : ImportOutcome.UNCHANGED,
    layerId: '',
  };
}

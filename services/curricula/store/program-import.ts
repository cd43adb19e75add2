import type { ProgramRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { lockImport } from '../../chassis/db/import-lock.ts';
import { type Reader, type Statement, statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import type { KnownOfPrograms } from '../domain/check-program-records.ts';
import type { ProgramPlan, StoredPrograms } from '../domain/plan-program-import.ts';
import type { Owned } from '../domain/program-lists.ts';
import { lockByRef, type Writing, writeEntries } from './import-table.ts';
import { COHORTS, PROGRAM_VERSIONS, PROGRAMS } from './program-import-tables.ts';

/** What the institution has of what a batch names, behind the lock of its imports: all in one flight, programs first (see lockProgram). */
export async function loadPrograms(
  tx: Tx,
  actor: TenantActor,
  records: readonly ProgramRecord[],
): Promise<{ stored: StoredPrograms; known: Omit<KnownOfPrograms, 'users'> }> {
  const versionRecords = records.flatMap(({ versions }) => versions);
  const cohortRecords = versionRecords.flatMap(({ cohorts }) => cohorts);
  const termRecords = cohortRecords.flatMap(({ terms }) => terms);
  const programRefs = records.map(refOf);
  const cohortRefs = cohortRecords.map(refOf);
  const listOf = async (to: Statement, refs: readonly string[]) =>
    (await tx.rows<{ owned: Owned }>(to, [actor.institutionId, refs])).map(({ owned }) => owned);
  const known = (to: Statement, ids: readonly (string | undefined)[]) => findKnown(tx, actor, to, ids);

  lockImport(tx, actor.institutionId);
  const [programs, versions, cohorts, connections, responsibleUsers, cohortTerms, ...found] = await Promise.all([
    lockByRef(tx, actor, PROGRAMS, programRefs),
    tx.rows<StoredPrograms['versions'][number]>(PROGRAM_VERSIONS.lock, [
      actor.institutionId,
      versionRecords.map(refOf),
    ]),
    tx.rows<StoredPrograms['cohorts'][number]>(COHORTS.lock, [actor.institutionId, cohortRefs]),
    listOf(CONNECTIONS, programRefs),
    listOf(RESPONSIBLE_USERS, programRefs),
    listOf(COHORT_TERMS, cohortRefs),
    known(
      KNOWN_CURRICULA,
      records.flatMap(({ curriculaIds }) => curriculaIds),
    ),
    known(
      KNOWN_CURRICULUM_VERSIONS,
      cohortRecords.flatMap((cohort) => [cohort.curriculaVersionId, cohort.originalCurriculaVersionId]),
    ),
    known(
      KNOWN_TERMS,
      termRecords.map(({ termId }) => termId),
    ),
    known(
      KNOWN_ORGANIZATION_TERMS,
      termRecords.map(({ organizationTermId }) => organizationTermId),
    ),
  ]);
  const [curricula, curriculumVersions, terms, organizationTerms] = found;
  return {
    stored: { programs, versions, cohorts, connections, responsibleUsers, cohortTerms },
    known: { curricula, curriculumVersions, terms, organizationTerms },
  };
}

/** Writes what a plan changes: a fixed number of statements at most, whatever the batch, in one flight with the commit; none where nothing changes. */
export function writePrograms(tx: Tx, actor: TenantActor, plan: ProgramPlan, writing: Writing): void {
  const { connections, responsibleUsers, cohortTerms, left } = plan;
  const send = (to: Statement, rows: readonly (readonly string[])[], ...first: string[]) => {
    const columns = rows[0]?.map((_, column) => rows.map((row) => row[column] ?? null));
    if (columns) tx.write(to, [actor.institutionId, ...first, ...columns]);
  };
  const revised = (ids: readonly string[]) => ids.map((id) => [id, writing.newId()]);

  writeEntries(tx, actor, PROGRAMS, plan.programs, writing);
  send(REVISE_PROGRAMS, revised(left.programIds), writing.at);
  writeEntries(tx, actor, PROGRAM_VERSIONS, plan.versions, writing);
  send(REVISE_VERSIONS, revised(left.versionIds), writing.at);
  writeEntries(tx, actor, COHORTS, plan.cohorts, writing);
  // First what goes: a curriculum that only changes its place does both.
  send(DISCONNECT, connections.gone.map(ownerAndMember));
  send(CONNECT, connections.added);
  send(DISMISS, responsibleUsers.gone);
  send(APPOINT, responsibleUsers.added);
  send(UNMAP_TERMS, cohortTerms.gone);
  const mappings = cohortTerms.added.map((owned) => [writing.newId(), ...owned]);
  send(MAP_TERMS, mappings, writing.at);
}

async function findKnown(
  db: Reader,
  actor: TenantActor,
  read: Statement,
  ids: readonly (string | undefined)[],
): Promise<ReadonlySet<string>> {
  const possible = [...new Set(ids)].filter((id) => id !== undefined).filter(isUuid);
  if (possible.length === 0) return new Set();
  const rows = await db.rows<{ id: string }>(read, [actor.institutionId, possible]);
  return new Set(rows.map(({ id }) => id));
}

function refOf({ ref }: { readonly ref: string }): string {
  return ref;
}

function ownerAndMember(owned: Owned): readonly string[] {
  return owned.slice(0, 2);
}

const CONNECTIONS = statement(
  'programs_import_connections',
  `SELECT ARRAY[k.study_program_id::text, k.curriculum_id::text, k.position::text] AS owned
   FROM programs p JOIN program_curricula k ON k.institution_id = p.institution_id AND k.study_program_id = p.id
   WHERE p.institution_id = $1 AND p.ref = ANY($2::text[])`,
);

const RESPONSIBLE_USERS = statement(
  'programs_import_responsible_users',
  `SELECT ARRAY[r.study_program_id::text, r.user_id::text] AS owned
   FROM programs p JOIN program_responsible_users r ON r.institution_id = p.institution_id AND r.study_program_id = p.id
   WHERE p.institution_id = $1 AND p.ref = ANY($2::text[])`,
);

const COHORT_TERMS = statement(
  'cohorts_import_terms',
  `SELECT ARRAY[t.cohort_id::text, t.curriculum_term_id::text, t.organization_term_id::text] AS owned
   FROM cohorts h JOIN cohort_terms t ON t.institution_id = h.institution_id AND t.cohort_id = h.id
   WHERE h.institution_id = $1 AND h.ref = ANY($2::text[])`,
);

const KNOWN_CURRICULA = statement(
  'programs_import_known_curricula',
  'SELECT id FROM curricula WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const KNOWN_CURRICULUM_VERSIONS = statement(
  'programs_import_known_curriculum_versions',
  'SELECT id FROM curriculum_versions WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const KNOWN_TERMS = statement(
  'programs_import_known_terms',
  'SELECT id FROM curriculum_terms WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const KNOWN_ORGANIZATION_TERMS = statement(
  'programs_import_known_organization_terms',
  'SELECT id FROM organization_terms WHERE institution_id = $1 AND id = ANY($2::uuid[])',
);

const REVISE_PROGRAMS = statement(
  'programs_import_revise',
  `UPDATE programs p SET revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::uuid[]) AS u(id, revision) WHERE p.institution_id = $1 AND p.id = u.id`,
);

const REVISE_VERSIONS = statement(
  'program_versions_import_revise',
  `UPDATE program_versions v SET revision = u.revision, updated_at = $2
   FROM unnest($3::uuid[], $4::uuid[]) AS u(id, revision) WHERE v.institution_id = $1 AND v.id = u.id`,
);

const DISCONNECT = statement(
  'programs_import_disconnect',
  `DELETE FROM program_curricula k USING unnest($2::uuid[], $3::uuid[]) AS u(study_program_id, curriculum_id)
   WHERE k.institution_id = $1 AND k.study_program_id = u.study_program_id AND k.curriculum_id = u.curriculum_id`,
);

const CONNECT = statement(
  'programs_import_connect',
  `INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
   SELECT $1, u.* FROM unnest($2::uuid[], $3::uuid[], $4::integer[]) AS u`,
);

const DISMISS = statement(
  'programs_import_dismiss',
  `DELETE FROM program_responsible_users r USING unnest($2::uuid[], $3::uuid[]) AS u(study_program_id, user_id)
   WHERE r.institution_id = $1 AND r.study_program_id = u.study_program_id AND r.user_id = u.user_id`,
);

const APPOINT = statement(
  'programs_import_appoint',
  `INSERT INTO program_responsible_users (institution_id, study_program_id, user_id)
   SELECT $1, u.* FROM unnest($2::uuid[], $3::uuid[]) AS u`,
);

const UNMAP_TERMS = statement(
  'cohorts_import_unmap_terms',
  `DELETE FROM cohort_terms t
   USING unnest($2::uuid[], $3::uuid[], $4::uuid[]) AS u(cohort_id, curriculum_term_id, organization_term_id)
   WHERE t.institution_id = $1 AND t.cohort_id = u.cohort_id AND t.curriculum_term_id = u.curriculum_term_id
     AND t.organization_term_id = u.organization_term_id`,
);

const MAP_TERMS = statement(
  'cohorts_import_map_terms',
  `INSERT INTO cohort_terms (institution_id, created_at, id, cohort_id, curriculum_term_id, organization_term_id)
   SELECT $1, $2, u.* FROM unnest($3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[]) AS u`,
);

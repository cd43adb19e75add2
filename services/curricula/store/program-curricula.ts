import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import type { TenantActor } from '../../chassis/actor.ts';
import { statement, type Tx } from '../../chassis/db/statement.ts';
import { isUuid } from '../../chassis/ids.ts';
import { CURRICULUM_COLUMNS, type CurriculumRow, curriculumMessage } from './curricula.ts';

/**
 * Those of the curricula that may be newly connected: the institution's own, archived ones excepted (decisions 3.2). They are locked, so that
 * none is archived before the transaction ends.
 */
export async function lockConnectableCurricula(
  tx: Tx,
  actor: TenantActor,
  ids: readonly string[],
): Promise<Curriculum[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await tx.rows<CurriculumRow>(LOCK_CONNECTABLE, [actor.institutionId, possible]);
  return rows.map(curriculumMessage);
}

/** Connects curricula with a new program, in this order. */
export function connectCurricula(
  tx: Tx,
  actor: TenantActor,
  programId: string,
  connected: readonly { readonly id: string }[],
): void {
  if (connected.length === 0) return;
  tx.write(CONNECT, [actor.institutionId, programId, connected.map(({ id }) => id), [...connected.keys()]]);
}

/** In the order of ids: two requests that name the same curricula lock them in one order. */
const LOCK_CONNECTABLE = statement(
  'programs_lock_connectable',
  `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = $1 AND c.id = ANY($2::uuid[]) AND NOT c.is_archived
   ORDER BY c.id FOR SHARE OF c`,
);

const CONNECT = statement(
  'programs_connect',
  `INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
   SELECT $1, $2, k.* FROM unnest($3::uuid[], $4::integer[]) AS k`,
);

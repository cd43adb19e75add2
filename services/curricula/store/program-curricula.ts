import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { sqlStatement, uuid, uuids } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import type { Curriculum } from '../../../proto/gen/lyceum/curricula/v1/curriculum_pb.ts';
import { CURRICULUM, CURRICULUM_COLUMNS, curriculumMessage } from './curricula.ts';
import { curricula } from './curriculum-tables.ts';
import { programCurricula } from './program-tables.ts';

/**
 * Those of the curricula that may be newly connected: the institution's own, except archived ones (decisions 3.2). They
 * are locked, so that none is archived before the transaction ends.
 */
export async function lockConnectableCurricula(
  tx: Tx,
  { institutionId }: TenantActor,
  ids: readonly string[],
): Promise<Curriculum[]> {
  const possible = ids.filter(isUuid);
  if (possible.length === 0) return [];
  const rows = await tx.rows(LOCK_CONNECTABLE, { institutionId, ids: possible });
  return rows.map(curriculumMessage);
}

/** Connects curricula with a new program, in this order. */
export function connectCurricula(
  tx: Tx,
  { institutionId }: TenantActor,
  studyProgramId: string,
  connected: readonly { readonly id: string }[],
): void {
  if (connected.length > 0) tx.write(CONNECT, { institutionId, studyProgramId, ids: connected.map(({ id }) => id) });
}

/** Ordered by id, so that two requests with the same curricula lock them in one order. */
const LOCK_CONNECTABLE = sqlStatement(curricula, 'lock_connectable', {
  writes: true,
  parameters: { institutionId: uuid(), ids: uuids() },
  result: CURRICULUM,
  text: ($) => `SELECT ${CURRICULUM_COLUMNS} FROM curricula c
   WHERE c.institution_id = ${$.institutionId} AND c.id = ANY(${$.ids}) AND NOT c.is_archived
   ORDER BY c.id FOR NO KEY UPDATE OF c`,
});

const CONNECT = sqlStatement(programCurricula, 'connect', {
  writes: true,
  parameters: { institutionId: uuid(), studyProgramId: uuid(), ids: uuids() },
  result: {},
  text: ($) => `INSERT INTO program_curricula (institution_id, study_program_id, curriculum_id, position)
   SELECT ${$.institutionId}, ${$.studyProgramId}, c.id, c.n - 1 FROM unnest(${$.ids}) WITH ORDINALITY AS c (id, n)`,
});

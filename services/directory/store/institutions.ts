import type { Institution } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { pointRead, type Reader, statement, type Tx } from '../../chassis/db/statement.ts';
import { type StoredSettings, settingsInEffect } from '../domain/settings.ts';

export interface InstitutionRow extends StoredSettings {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
}

const SETTINGS = `time_tracking_timezone, time_tracking_enabled, scheduling_enabled, reject_room_conflicts, user_code_format,
  default_lesson_unit_name, default_lesson_unit_minutes`;
const COLUMNS = `i.id, i.ref, i.name, ${SETTINGS}`;

export function findInstitution(db: Reader, id: string): Promise<InstitutionRow | null> {
  return db.point(BY_ID, [id]);
}

export function listInstitutions(db: Reader): Promise<InstitutionRow[]> {
  return db.rows(LIST, []);
}

/** An institution, locked until the transaction ends. */
export async function lockInstitution(tx: Tx, id: string): Promise<InstitutionRow | null> {
  const [row] = await tx.rows<InstitutionRow>(LOCK, [id]);
  return row ?? null;
}

/** The institution of a bundle's ref, locked until the transaction ends. */
export async function lockInstitutionByRef(tx: Tx, ref: string): Promise<InstitutionRow | null> {
  const [row] = await tx.rows<InstitutionRow>(LOCK_BY_REF, [ref]);
  return row ?? null;
}

/** @param at instant text. */
export function insertInstitution(tx: Tx, institution: InstitutionRow, at: string): void {
  tx.write(INSERT, [...values(institution), at, institution.ref]);
}

/** @param at instant text. */
export function updateInstitution(tx: Tx, institution: InstitutionRow, at: string): void {
  tx.write(UPDATE, [...values(institution), at]);
}

export function institutionMessage(institution: InstitutionRow): Institution {
  return {
    $typeName: 'lyceum.directory.v1.Institution',
    id: institution.id,
    ref: institution.ref,
    name: institution.name,
    settings: settingsInEffect(institution),
  };
}

function values(institution: InstitutionRow) {
  return [
    institution.id,
    institution.name,
    institution.time_tracking_timezone,
    institution.time_tracking_enabled,
    institution.scheduling_enabled,
    institution.reject_room_conflicts,
    institution.user_code_format,
    institution.default_lesson_unit_name,
    institution.default_lesson_unit_minutes,
  ];
}

const BY_ID = pointRead<InstitutionRow>(
  'institutions_by_id',
  `SELECT k.n, ${COLUMNS} FROM unnest($1::uuid[]) WITH ORDINALITY AS k(id, n) JOIN institutions i ON i.id = k.id`,
);

const LIST = statement('institutions_list', `SELECT ${COLUMNS} FROM institutions i ORDER BY i.name, i.id`);

const LOCK = statement('institutions_lock', `SELECT ${COLUMNS} FROM institutions i WHERE i.id = $1 FOR NO KEY UPDATE`);

const LOCK_BY_REF = statement(
  'institutions_lock_by_ref',
  `SELECT ${COLUMNS} FROM institutions i WHERE i.ref = $1 FOR NO KEY UPDATE`,
);

const INSERT = statement(
  'institutions_insert',
  `INSERT INTO institutions (id, name, ${SETTINGS}, created_at, updated_at, ref)
   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10, $11)`,
);

const UPDATE = statement(
  'institutions_update',
  `UPDATE institutions SET name = $2, (${SETTINGS}) = ROW($3, $4, $5, $6, $7, $8, $9), updated_at = $10, revision = DEFAULT WHERE id = $1`,
);

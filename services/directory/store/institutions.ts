import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  findBy,
  insertRow,
  lockRow,
  sqlStatement,
  typesOf,
  updateRow,
} from '../../../libraries/typed-sql/index.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import { type Institution, InstitutionSchema } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type StoredSettings, settingsInEffect } from '../domain/settings.ts';
import { institutions } from './tables.ts';

export interface InstitutionRow extends StoredSettings {
  readonly id: string;
  readonly ref: string;
  readonly name: string;
  readonly revision: string;
}

/** The time of a change, as instant text, and its new revision. */
interface Change {
  readonly at: string;
  readonly revision: string;
}

export function findInstitution(db: Reader, id: string): Promise<InstitutionRow | null> {
  return db.point(BY_ID, { id });
}

export function listInstitutions(db: Reader): Promise<InstitutionRow[]> {
  return db.rows(LIST, {});
}

/** An institution, locked until the transaction ends. */
export async function lockInstitution(tx: Tx, id: string): Promise<InstitutionRow | null> {
  const [row] = await tx.rows(LOCK, { id });
  return row ?? null;
}

/** The institution with a bundle's ref, locked until the transaction ends. */
export async function lockInstitutionByRef(tx: Tx, ref: string): Promise<InstitutionRow | null> {
  const [row] = await tx.rows(LOCK_BY_REF, { ref });
  return row ?? null;
}

export function insertInstitution(
  tx: Tx,
  institution: Omit<InstitutionRow, 'revision'>,
  { at, revision }: Change,
): void {
  tx.write(INSERT, { ...institution, createdAt: at, updatedAt: at, revision });
}

export function updateInstitution(
  tx: Tx,
  institution: Omit<InstitutionRow, 'revision'>,
  { at, revision }: Change,
): void {
  tx.write(UPDATE, { ...institution, updatedAt: at, revision });
}

export function institutionMessage(institution: Omit<InstitutionRow, 'revision'>): Institution {
  return writeInstitution({ ...institution, settings: settingsInEffect(institution) });
}

const writeInstitution = messageWriter(InstitutionSchema);

const SHOWN = columnsBut(institutions, 'createdAt', 'updatedAt');

const BY_ID = findBy(institutions, ['id'], SHOWN);
const LOCK = lockRow(institutions, ['id'], SHOWN);
const LOCK_BY_REF = lockRow(institutions, ['ref'], SHOWN);
const INSERT = insertRow(institutions);
const UPDATE = updateRow(institutions, { keep: ['ref', 'createdAt'] });

const LIST = sqlStatement(institutions, 'list', {
  parameters: {},
  result: typesOf(institutions, SHOWN),
  text: () => `SELECT ${columnsOf(institutions, 'i', SHOWN)} FROM institutions i ORDER BY i.name, i.id`,
});

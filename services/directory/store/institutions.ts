import { LRUCache } from 'lru-cache';
import type { Reader, Tx } from '../../../libraries/pg-batch/index.ts';
import {
  columnsBut,
  columnsOf,
  findBy,
  insertRow,
  lockRow,
  sqlStatement,
  sqlUpdate,
  typesOf,
  updateRow,
  uuid,
} from '../../../libraries/typed-sql/index.ts';
import { outsideCalls } from '../../../platform/core/call-scope.ts';
import { isYounger } from '../../../platform/core/clock.ts';
import type { DomainEvent } from '../../../platform/core/event.ts';
import { messageWriter } from '../../../platform/core/resource.ts';
import type { Listener } from '../../../platform/handler/consume.ts';
import { perService, type Runtime } from '../../../platform/handler/runtime.ts';
import { InstitutionSettingsChangedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { type Institution, InstitutionSchema } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { refuse } from '../domain/refusals.ts';
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

/** Adds an audit record about an institution that does not change. It is locked. */
export function noteAboutInstitution(tx: Tx, { id, revision }: Pick<InstitutionRow, 'id' | 'revision'>): void {
  tx.write(NOTE, { id, revision });
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

const NOTE = sqlUpdate(institutions, 'note', {
  parameters: { id: uuid(), revision: uuid() },
  text: ($) => `UPDATE institutions SET revision = ${$.revision} WHERE id = ${$.id}`,
});

const LIST = sqlStatement(institutions, 'list', {
  parameters: {},
  result: typesOf(institutions, SHOWN),
  text: () => `SELECT ${columnsOf(institutions, 'i', SHOWN)} FROM institutions i ORDER BY i.name, i.id`,
});

/** How long settings may lag behind a change by another process, in milliseconds. */
const TTL_MS = 5_000;
const MAX_INSTITUTIONS = 10_000;

interface Entry {
  readonly settings: Promise<StoredSettings>;
  /** In epoch milliseconds. */
  readonly readAt: number;
}

const entriesOf = perService(() => new LRUCache<string, Entry>({ max: MAX_INSTITUTIONS }));

/**
 * The settings of an institution for the rules of writes, cached so that a write need not read them: at most
 * {@link TTL_MS} old. Concurrent callers share one look-up; a failed one is not cached. Refuses with
 * INSTITUTION_NOT_FOUND.
 */
export function cachedSettings(runtime: Runtime, institutionId: string): Promise<StoredSettings> {
  const entries = entriesOf(runtime);
  const now = runtime.clock.now();
  const known = entries.get(institutionId);
  if (known && isYounger(known.readAt, now, TTL_MS)) return known.settings;
  const settings = outsideCalls(() => load(runtime, institutionId));
  const entry = { settings, readAt: now };
  entries.set(institutionId, entry);
  settings.catch(() => {
    if (entries.peek(institutionId) === entry) entries.delete(institutionId);
  });
  return settings;
}

/** Drops settings that this process has changed, right after the commit. */
export function dropChangedSettings(runtime: Runtime, events: readonly DomainEvent[]): void {
  for (const event of events) {
    if (event.schema === InstitutionSettingsChangedSchema) entriesOf(runtime).delete(event.aggregateId);
  }
}

/** Drops settings that another process of directory has changed. */
export const settingsListener: Listener = {
  name: 'settings',
  types: [InstitutionSettingsChangedSchema.typeName],
  onEvent: (runtime, { aggregateId }) => void entriesOf(runtime).delete(aggregateId),
  missed: (runtime) => entriesOf(runtime).clear(),
};

async function load(runtime: Runtime, institutionId: string): Promise<StoredSettings> {
  return (await findInstitution(runtime.db, institutionId)) ?? refuse('INSTITUTION_NOT_FOUND');
}

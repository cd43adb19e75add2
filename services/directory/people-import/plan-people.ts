import { createHash } from 'node:crypto';
import { columnsFor } from '../../../bundle/engine/columns-of-records.ts';
import { importEvents } from '../../../bundle/engine/import-events.ts';
import { type Entry, type ImportContext, Plan } from '../../../bundle/engine/plan.ts';
import type { JsonRecord } from '../../../bundle/format/json-record.ts';
import type { Kind } from '../../../bundle/format/kind.ts';
import type { Reader } from '../../../libraries/pg-batch/index.ts';
import type { AdministratorActor, TenantActor } from '../../../platform/core/actor.ts';
import type { DomainEvent } from '../../../platform/core/event.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import type { Table } from '../../../platform/core/table/read-table.ts';
import { type RowFault, shortened } from '../../../platform/core/table/row-fault.ts';
import { emailKey } from '../../../platform/core/text-keys.ts';
import type { ConsentAnswer } from '../../../platform/handler/consent.ts';
import { type PeopleImportOptions, PersonChange } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { archivedIn, archivingFaults, codeFaults, nameFaults } from '../domain/people-import.ts';
import { refuse } from '../domain/refusals.ts';
import { followingName } from '../domain/user-name.ts';
import { OF_GROUPS, OF_USERS } from '../import/events.ts';
import { userGroups, users } from '../import/users.ts';
import { findInstitution } from '../store/institutions.ts';
import type { StoredPerson } from '../store/people-in-file.ts';
import { findKeyHolders, releaseKeys } from '../store/user-import.ts';
import { planGroups } from './plan-groups.ts';
import { type PeopleFile, type PersonRow, readPeople } from './read-people.ts';
import { type ComparedPerson, changeOf } from './shown-people.ts';
import { writeGroups, writePeople } from './write-people.ts';

interface Sources {
  readonly actor: TenantActor;
  /** The people with some emails, as they are stored. */
  findPeople(emailKeys: readonly string[]): Promise<StoredPerson[]>;
  /** The time of the import: instant text. */
  readonly at: string;
  newId(): string;
  /** Those of the people who are archived whom identity does not let go. */
  findRefused(archived: readonly string[]): Promise<ConsentAnswer['refused']>;
}

/** The changes that a file would make. */
interface PlannedImport {
  readonly counts: {
    readonly created: number;
    readonly changed: number;
    readonly unchanged: number;
    /** Those of the changed ones who are archived, and who are brought back. */
    readonly archived: number;
    readonly broughtBack: number;
  };
  /** By row. With any, nothing may be written. */
  readonly faults: readonly RowFault[];
  /** How the file is read. */
  readonly read: PeopleFile;
  /** The people whose rows have no fault. */
  readonly people: readonly (ComparedPerson & { readonly change: PersonChange })[];
  /** How many active people it archives. */
  readonly archived: number;
  /** A digest of the people and groups that the file names, as they are stored, and of how it is read. */
  readonly state: string;
  /** The text of a faulty cell, and the person of its row. */
  cellOf(fault: RowFault): { readonly value: string; readonly person: string };
  /** Writes it; returns the events. */
  write(context: ImportContext): Promise<readonly DomainEvent[]>;
}

/**
 * Compares the people in a file with those who are stored, while others do their work. The number of statements does
 * not depend on the file.
 */
export async function planPeople(
  db: Reader,
  table: Table,
  options: PeopleImportOptions,
  { actor, findPeople, findRefused, at, newId }: Sources,
): Promise<PlannedImport> {
  const read = await readPeople(table, options);
  const { people, others, faults: repeated } = oncePerEmail(read.people);
  const [stored, institution] = await Promise.all([
    findPeople([...people.keys()]),
    findInstitution(db, actor.institutionId),
  ]);
  const before = new Map(stored.map((person) => [person.emailKey, person]));
  const columns = columnsFor(users as unknown as Kind, (_, ref) => ref, { at, newId });
  const ids = new Map<string, string>();
  const placed = await mapInChunks([...people.values(), ...others], (person) => {
    const key = emailKey(person.record.email);
    const old = before.get(key) ?? null;
    const id = key === '' ? newId() : ids.getOrInsertComputed(key, () => old?.id ?? newId());
    const entry = entryOf(person, old, id);
    entry.values = columns(entry);
    return { entry, person };
  });
  const rows = placed.slice(0, people.size);
  const groups = await planGroups(
    db,
    actor,
    placed.map(({ entry: { id, before: of }, person: { row, groups: named } }, at) => {
      return { id, row, groups: named, isStored: of !== null, isNobody: at >= people.size };
    }),
  );
  const plan = new Plan([...rows.map(({ entry }) => entry), ...groups.entries]);
  for (const id of groups.change.ownerIds) plan.touch(userGroups, id, 'members');
  plan.compare();
  const batch = plan.of(users);
  const all = placed.map(({ entry }) => entry as unknown as (typeof batch)[number]);
  const ofCells = read.people.flatMap((each) => each.faults);
  const faultyIn = (names: readonly string[]) =>
    new Set(ofCells.filter(({ column }) => names.includes(column)).map(({ row }) => row));
  const unnamed = faultyIn(['name', 'firstName', 'lastName']);
  const { userId } = actor as AdministratorActor;
  const archived = archivedIn(batch);
  const refused: ConsentAnswer['refused'] =
    archived.length === 0 ? new Map() : await findRefused(archived.map(({ id }) => id));
  const faults = [
    ...read.faults,
    ...ofCells,
    ...repeated,
    ...groups.faults,
    ...nameFaults(batch.filter((each) => !unnamed.has(each.placed.index))),
    ...codeFaults(all, {
      holders: await findKeyHolders(db, actor, all),
      format: institution?.userCodeFormat ?? null,
      unread: faultyIn(['code']),
    }),
    ...archivingFaults(archived, userId, refused),
  ].sort((a, b) => a.row - b.row);

  const seen = rows.map(({ entry: { id, before: of } }) => (of ? `${id} ${of.revision}` : ''));
  const state = createHash('sha256');
  const readAs = [read.encoding, ...table.headers.map(({ column }) => column ?? '')];
  await mapInChunks([...readAs, ...seen, ...groups.seen], (each) => state.update(`${each}\n`));
  const faulty = new Set(faults.map(({ row }) => row));
  const good = batch.filter((each) => !faulty.has(each.placed.index));
  const compared = await mapInChunks(good, ({ id, before: of, values, change, placed: { index: row } }) => {
    const moved = groups.changed.get(id);
    const names = moved && { before: moved.before.map(groups.nameOf), after: moved.after.map(groups.nameOf) };
    const person = { row, id, before: of, values, groups: names, isUnchanged: change === 'none' && !moved };
    return { ...person, change: changeOf(person) };
  });
  const count = (change: PersonChange) => compared.filter((each) => each.change === change).length;
  const [created, unchanged] = [count(PersonChange.CREATED), count(PersonChange.UNCHANGED)];
  return {
    counts: {
      ...{ created, unchanged, changed: good.length - created - unchanged },
      ...{ archived: count(PersonChange.ARCHIVED), broughtBack: count(PersonChange.BROUGHT_BACK) },
    },
    people: compared,
    faults,
    read,
    archived: archived.length,
    state: state.digest('base64url'),
    cellOf({ row, column }) {
      const { entry, person } = placed.find((each) => each.person.row === row) ?? {};
      const name = String(entry?.values.name ?? '') || person?.record.email;
      return { value: shortened(person?.cells.get(column) ?? ''), person: shortened(name ?? '') };
    },
    async write(context) {
      releaseKeys(context.tx, context.actor, batch);
      await writePeople(
        rows.map(({ entry }) => entry),
        context,
      );
      await writeGroups(groups, context);
      return [...importEvents(plan, users, OF_USERS), ...importEvents(plan, userGroups, OF_GROUPS)];
    },
  };
}

/** The first row of each email, by its key; the other rows, and a fault of each further one with an email. */
function oncePerEmail(rows: readonly PersonRow[]) {
  const people = new Map<string, PersonRow>();
  const others: PersonRow[] = [];
  const faults: RowFault[] = [];
  for (const each of rows) {
    const key = emailKey(each.record.email);
    const first = people.get(key);
    if (key !== '' && !first) people.set(key, each);
    else others.push(each);
    if (first) faults.push({ row: each.row, column: 'email', message: `is also the email of row ${first.row}` });
  }
  return { people, others, faults };
}

/** A row as the engine of imports has it. The email of a person who is stored stays as it is written there. */
function entryOf({ row, record: given }: PersonRow, before: StoredPerson | null, id: string): Entry {
  const { email, name, ...others } = given;
  const isDerivedName = before && !before.nameIsOwn && name === followingName(before, { ...before, ...others });
  const record: JsonRecord = {
    ...others,
    ref: before?.ref ?? null,
    email: before?.email ?? email,
    // A name that is the one that follows from first and last name anyway goes on to follow them.
    ...(name !== undefined && !isDerivedName && { name }),
  };
  const placed = { kind: users as unknown as Kind, record, index: row, field: users.name, parent: null };
  return { id, record, placed, values: {}, before, shown: new Set(), change: 'none' };
}

/** Refuses with PEOPLE_IMPORT_STALE unless a file still makes the changes of its preview. */
export function requireState({ state, faults }: PlannedImport, shown: string): void {
  if (state !== shown || faults.length > 0) refuse('PEOPLE_IMPORT_STALE');
}

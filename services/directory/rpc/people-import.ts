import { lockImport } from '../../../bundle/engine/import-lock.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { mapInChunks } from '../../../platform/core/event-loop.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { headerKey, readTable } from '../../../platform/core/table/read-table.ts';
import { shortened } from '../../../platform/core/table/row-fault.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { PeopleImportService, PersonChange } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { archivingConsent, askIdentity } from '../archiving/consent.ts';
import { refuse } from '../domain/refusals.ts';
import { type ImportedPerson, openFile, openOutcome, sealFile, sealOutcome } from '../people-import/kept-file.ts';
import { PEOPLE_TABLE } from '../people-import/person-columns.ts';
import { planPeople, requireState } from '../people-import/plan-people.ts';
import { lettersIn } from '../people-import/read-people.ts';
import { pageOfPeople, personMessage } from '../people-import/shown-people.ts';
import { findPeopleColumns, rememberPeopleColumns as remember } from '../store/people-columns.ts';
import { findFile, keepFile, lockFile, noteImported } from '../store/people-imports.ts';
import { countActive, findPeopleByEmail, lockPeopleByEmail } from '../store/people-in-file.ts';

/** Keeps the content of an uploaded file, if it is a table. */
export const createPeopleImport = command(PeopleImportService.method.createPeopleImport, {
  prepare: async ({ file, encoding }) => readTable(file, PEOPLE_TABLE, encoding),
  async run(tx, { file, fileKey }, { actor, now, newId, prepared: { encoding } }) {
    const id = newId();
    keepFile(tx, actor, { id, file: sealFile({ file, encoding }, { id, fileKey }), now });
    return { response: { id } };
  },
});

/** The changes that the import of a file would make now. */
export const previewPeopleImport = query(
  PeopleImportService.method.previewPeopleImport,
  async (db, { id, options: given, ...wanted }, { actor, now, runtime, call }) => {
    const options = present(given, 'options');
    const opening = { ...options, id };
    const { file, isImported } = await findFile(db, actor, { id, now });
    if (isImported) return { isImported, ...outcomeOf(openOutcome(file, opening), wanted) };
    const table = await openFile(file, opening, await findPeopleColumns(db, actor));
    const plan = await planPeople(db, table, options, {
      actor,
      findPeople: (emailKeys) => findPeopleByEmail(db, actor, emailKeys),
      findRefused: async (archived) => (await askIdentity(call, archived, true)).refused,
      at: toInstantText(now),
      newId: () => runtime.ids.newId(),
    });
    const { counts, faults, read, state } = plan;
    const { shown, nextAfter } = pageOfPeople(plan.people, wanted);
    const told = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, ...plan.cellOf(fault) }));
    return {
      ...{
        ...counts,
        state,
        encoding: read.encoding,
        letters: lettersIn(read.people).map(lettersOf),
      },
      ...{ people: shown.map(personMessage), ...(nextAfter !== undefined && { nextAfter }) },
      columns: table.headers.slice(0, MAX_COLUMNS).map(({ name: header, column }) => {
        return { header, ...(column !== undefined && { column }) };
      }),
      ...{ unknownColumns: read.unknownColumns, hasUnknownColumns: read.unknownColumns.length > 0 },
      ...(table.broken && { brokenRow: table.broken.row, unreadRows: table.broken.unread }),
      ...{ faults: told, faultCount: faults.length },
    };
  },
);

function lettersOf({ row, cells }: ReturnType<typeof lettersIn>[number]) {
  return { row, values: [...cells].map(([name, text]) => ({ name, value: shortened(text) })) };
}

const MAX_FAULTS = 100;
/** As many as a form can have choices for. */
const MAX_COLUMNS = 60;

/** What an import has done. */
function outcomeOf(people: readonly ImportedPerson[], wanted: Parameters<typeof pageOfPeople>[1]) {
  const count = (change: PersonChange) => people.filter((each) => each.change === change).length;
  const [archived, broughtBack] = [count(PersonChange.ARCHIVED), count(PersonChange.BROUGHT_BACK)];
  const { shown, nextAfter } = pageOfPeople(people, wanted);
  return {
    ...{ created: count(PersonChange.CREATED), archived, broughtBack },
    changed: count(PersonChange.CHANGED) + archived + broughtBack,
    people: shown.map(({ userId, change }) => ({ userId, change })),
    ...(nextAfter !== undefined && { nextAfter }),
  };
}

/** Remembers what the names of columns mean. */
export const rememberPeopleColumns = command(PeopleImportService.method.rememberPeopleColumns, {
  async run(tx, { id, columns }, { actor, now }) {
    await findFile(tx, actor, { id, now });
    const meanings = new Map(columns.map(({ header, column = '' }) => [headerKey(header), column]));
    remember(tx, actor, meanings, toInstantText(now));
    return { response: {} };
  },
});

/** Writes the people of a file, if they are as its preview has shown them. */
export const importPeople = command(PeopleImportService.method.importPeople, {
  consent: archivingConsent,
  // A file is read in many turns: not while others wait for the locks.
  async prepare({ id, options: given }, { actor, now, runtime: { db } }) {
    const { file, isImported } = await findFile(db, actor, { id, now });
    if (isImported) return null;
    return openFile(file, { ...present(given, 'options'), id }, await findPeopleColumns(db, actor));
  },
  async run(tx, { id, options: given, state, isConfirmed }, { actor, now, newId, consent, prepared: table }) {
    const options = present(given, 'options');
    const { isImported } = await lockFile(tx, actor, { id, now });
    if (isImported || !table) return { response: {} };
    lockImport(tx, actor.institutionId);
    const plan = await planPeople(tx, table, options, {
      actor,
      findPeople: (emailKeys) => lockPeopleByEmail(tx, actor, emailKeys),
      findRefused: async (archived) => consent.want(actor, archived),
      at: toInstantText(now),
      newId,
    });
    requireState(plan, state);
    if (!isConfirmed) await requireFew(tx, actor, plan.archived);
    consent.settle();
    const events = await plan.write({ tx, actor, at: toInstantText(now), consent, newId });
    const done = plan.people.filter(({ change }) => change !== PersonChange.UNCHANGED);
    const outcome = await mapInChunks(done, ({ id: userId, change }) => ({ userId, change }));
    noteImported(tx, actor, id, sealOutcome(outcome, { ...options, id }));
    return { response: {}, events };
  },
});

/** Refuses with PEOPLE_IMPORT_UNCONFIRMED to archive more than a tenth of the active people. */
async function requireFew(tx: Tx, actor: TenantActor, archived: number): Promise<void> {
  if (archived === 0) return;
  const active = await countActive(tx, actor, 10 * archived);
  if (active < 10 * archived) refuse('PEOPLE_IMPORT_UNCONFIRMED', { extensions: { archived, active } });
}

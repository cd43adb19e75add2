import { lockImport } from '../../../bundle/engine/import-lock.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { query } from '../../../platform/handler/query.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { archivingConsent, askIdentity } from '../archiving/consent.ts';
import { shortened } from '../domain/people-import.ts';
import { refuse } from '../domain/refusals.ts';
import { openTable, sealTable } from '../people-import/kept-table.ts';
import { planPeople, requireState } from '../people-import/plan-people.ts';
import { lettersIn } from '../people-import/read-people.ts';
import { readTable } from '../people-import/read-table.ts';
import { findFile, keepFile, lockFile, noteImported } from '../store/people-imports.ts';
import { countActive, findPeopleByEmail, lockPeopleByEmail } from '../store/people-in-file.ts';

/** Keeps the content of an uploaded file, if it is a table. */
export const createPeopleImport = command(PeopleImportService.method.createPeopleImport, {
  prepare: async ({ file, encoding }) => readTable(file, encoding),
  async run(tx, { fileKey }, { actor, now, newId, prepared: table }) {
    const id = newId();
    keepFile(tx, actor, { id, file: sealTable(table, fileKey, id), now });
    return { response: { id } };
  },
});

/** The changes that the import of a file would make now. */
export const previewPeopleImport = query(
  PeopleImportService.method.previewPeopleImport,
  async (db, { id, options: given }, { actor, now, runtime, call }) => {
    const options = present(given, 'options');
    const { file, isImported } = await findFile(db, actor, { id, now });
    if (isImported) return { isImported };
    const table = openTable(file, options.fileKey, id);
    const plan = await planPeople(db, table, options, {
      actor,
      findPeople: (emailKeys) => findPeopleByEmail(db, actor, emailKeys),
      findRefused: async (archived) => (await askIdentity(call, archived, true)).refused,
      at: toInstantText(now),
      newId: () => runtime.ids.newId(),
    });
    const { counts, faults, read, state } = plan;
    const told = faults.slice(0, MAX_FAULTS).map((fault) => ({ ...fault, ...plan.cellOf(fault) }));
    return {
      ...{
        ...counts,
        state,
        encoding: read.encoding,
        letters: lettersIn(read.people).map(lettersOf),
      },
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

/** Writes the people of a file, if they are as its preview has shown them. */
export const importPeople = command(PeopleImportService.method.importPeople, {
  consent: archivingConsent,
  async run(tx, { id, options: given, state, isConfirmed }, { actor, now, newId, consent }) {
    const options = present(given, 'options');
    const { file, isImported } = await lockFile(tx, actor, { id, now });
    if (isImported) return { response: {} };
    lockImport(tx, actor.institutionId);
    const plan = await planPeople(tx, openTable(file, options.fileKey, id), options, {
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
    noteImported(tx, actor, id);
    return { response: {}, events };
  },
});

/** Refuses with PEOPLE_IMPORT_UNCONFIRMED to archive more than a tenth of the active people. */
async function requireFew(tx: Tx, actor: TenantActor, archived: number): Promise<void> {
  if (archived === 0) return;
  const active = await countActive(tx, actor, 10 * archived);
  if (active < 10 * archived) refuse('PEOPLE_IMPORT_UNCONFIRMED', { extensions: { archived, active } });
}

import { lockImport } from '../../../bundle/engine/import-lock.ts';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { present } from '../../../platform/core/present.ts';
import { command } from '../../../platform/handler/command.ts';
import { PeopleImportService } from '../../../proto/gen/lyceum/directory/v1/people_import_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { openTable } from '../people-import/kept-table.ts';
import { planPeople, requireState } from '../people-import/plan-people.ts';
import { lockFile, noteImported } from '../store/people-imports.ts';
import { countActive, lockPeopleByEmail } from '../store/people-in-file.ts';

/** Writes the people of a file, if they are as its preview has shown them. */
export const importPeople = command(PeopleImportService.method.importPeople, {
  async run(tx, { id, options: given, state, isConfirmed }, { actor, now, newId }) {
    const options = present(given, 'options');
    const { file, isImported } = await lockFile(tx, actor, { id, now });
    if (isImported) return { response: {} };
    lockImport(tx, actor.institutionId);
    const plan = await planPeople(tx, openTable(file, options.fileKey, id), options, {
      actor,
      findPeople: (emailKeys) => lockPeopleByEmail(tx, actor, emailKeys),
      newId,
    });
    requireState(plan, state, options);
    if (!isConfirmed) await requireFew(tx, actor, plan.archived);
    const events = await plan.write({ tx, actor, at: toInstantText(now), newId });
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

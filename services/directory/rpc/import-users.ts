import { importEvents } from '../../../platform/core/import/import-events.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { lockByRef } from '../../../platform/data/import-table.ts';
import { command } from '../../../platform/handler/command.ts';
import { UserCreatedSchema, UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { userChanges } from '../domain/changes.ts';
import { planUserImport, refuseTaken } from '../domain/plan-user-import.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution } from '../store/institutions.ts';
import { findKeyHolders, USERS, writeUserImport } from '../store/user-import.ts';

/** Imports a batch of a bundle's users. The settings are read, not cached: the preceding import may just have set the format. */
export const importUsers = command(ImportService.method.importUsers, {
  async run(tx, { records }, { actor, now, newId }) {
    lockImport(tx, actor.institutionId);
    const [institution, stored] = await Promise.all([
      findInstitution(tx, actor.institutionId),
      lockByRef(
        tx,
        actor,
        USERS,
        records.map(({ ref }) => ref),
      ),
    ]);
    if (!institution) refuse('INSTITUTION_NOT_FOUND');
    const entries = planUserImport(records, { stored, codeFormat: institution.userCodeFormat, newId });
    refuseTaken(entries, await findKeyHolders(tx, actor, entries));
    writeUserImport(tx, actor, entries, { at: toInstantText(now), newId });
    return {
      response: { records: entries.map((entry) => importedRecord('users', entry)) },
      events: importEvents(entries, {
        created: UserCreatedSchema,
        updated: UserUpdatedSchema,
        changed: ({ before, values }) => (before ? userChanges(before, values) : []),
      }),
    };
  },
});

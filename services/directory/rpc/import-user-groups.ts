import { isUuid } from '../../../platform/core/ids.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { lockByRef } from '../../../platform/data/import-table.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService } from '../../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { planUserGroupImport, refuseRepeatedRefs, refuseUnknownMembers } from '../domain/plan-group-import.ts';
import { refuse } from '../domain/refusals.ts';
import { findInstitution } from '../store/institutions.ts';
import { findUnknownUsers, listMemberships, USER_GROUPS, writeUserGroupImport } from '../store/user-group-import.ts';

/** Imports a batch of a bundle's user groups, each with all its members, which may be archived users. */
export const importUserGroups = command(ImportService.method.importUserGroups, {
  async run(tx, { records }, { actor, now, newId }) {
    refuseRepeatedRefs(records);
    const refs = records.map(({ ref }) => ref);
    const memberIds = [...new Set(records.flatMap((record) => record.memberIds))].filter(isUuid);
    lockImport(tx, actor.institutionId);
    const [institution, stored, memberships, unknown] = await Promise.all([
      findInstitution(tx, actor.institutionId),
      lockByRef(tx, actor, USER_GROUPS, refs),
      listMemberships(tx, actor, refs),
      findUnknownUsers(tx, actor, memberIds),
    ]);
    if (!institution) refuse('INSTITUTION_NOT_FOUND');
    refuseUnknownMembers(records, (id) => unknown.has(id));
    const plan = planUserGroupImport(records, { stored, memberships, newId });
    writeUserGroupImport(tx, actor, plan, { at: toInstantText(now), newId });
    return { response: { records: plan.entries.map((entry) => importedRecord('userGroups', entry)) } };
  },
});

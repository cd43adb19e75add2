import { readRoles } from '../../../platform/core/roles.ts';
import { type Administrator, AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { heading } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { HOME } from '../../components/navigation.ts';
import { type ChangedRecord, changeScreen } from '../../route/change-screen.ts';
import { mayCall } from '../../route/optional-call.ts';
import type { Sent, SessionVisit } from '../../route/screen.ts';
import { refuseFaults } from '../../route/sent-form.ts';
import { changesSince } from '../audit/changes-since.ts';
import { administratorIn, LIST, listParent } from './administrator-of.ts';
import { rolesField, rolesSent } from './roles-field.ts';

const changedAdministrator: ChangedRecord<Administrator> = {
  name: () => t.administrators.theAdministrator,
  read: administratorIn,
  revisionOf: ({ revision }) => revision,
  changesSince: (visit, { userId }, revision) =>
    changesSince(visit, { resourceKind: 'administrator', resourceId: userId }, revision),
};

/** Whether an owner's own form takes away what made it possible. */
function givesUpOwner({ userId }: Administrator, { session, values }: SessionVisit & Sent): boolean {
  const keeps = mayCall(readRoles(rolesSent(values)), AdministratorService.method.setAdministratorRoles);
  return userId === session.actor.userId && !keeps;
}

/** Changes what an administrator does for the institution. */
export const changeRoles = changeScreen(changedAdministrator, {
  path: '/administrators/{userId}/roles',
  success: () => t.administrators.rolesChanged,
  faults: { LAST_ADMINISTRATOR: 'roles' },
  next: () => LIST,
  fields: (_visit, { roles }) => [rolesField(roles)],
  view: (_visit, { record, fields, ...state }) => ({
    title: t.administrators.changeRolesOf(record.name),
    isNarrow: true,
    body: html`${heading({ title: t.administrators.changeRoles, parent: listParent(), about: t.administrators.aboutRoles(record.name) })}${form(state, { fields, submit: t.administrators.saveRoles, cancel: LIST })}`,
  }),
  confirmation: (record, _changed, visit) =>
    givesUpOwner(record, visit)
      ? {
          title: t.administrators.giveUpOwner,
          consequences: [t.administrators.giveUpText],
          act: t.administrators.saveRoles,
          back: LIST,
        }
      : undefined,
  async save(visit) {
    const { userId } = visit.record;
    const roles = rolesSent(visit.values);
    if (roles.length === 0) refuseFaults({ roles: t.administrators.atLeastOne });
    const { precondition } = visit;
    await visit.send(AdministratorService.method.setAdministratorRoles, { userId, roles, precondition });
    return givesUpOwner(visit.record, visit) ? { to: HOME } : undefined;
  },
});

import { readRoles, roleNames, roleOf } from '../../../platform/core/roles.ts';
import type { Administrator } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import type { Field } from '../../components/form.ts';
import { t } from '../../components/language.ts';
import type { Values } from '../../route/opened-form.ts';

type Roles = Administrator['roles'];

/** The field with what an administrator does. */
export function rolesField(roles: Roles): Field {
  return {
    kind: 'choices',
    name: 'roles',
    label: t.words.roles,
    options: roleNames.map((name) => [name, t.roles[name]] as const),
    value: readRoles(roles).join(' '),
    help: t.administrators.rolesHelp,
  };
}

/** The roles that a form with this field names. */
export function rolesSent(values: Values): Roles {
  const chosen = chosenOf(values, 'roles');
  return roleNames.filter((name) => chosen.includes(name)).map(roleOf);
}

/** Roles as people read them. */
export function rolesWords(roles: Roles): string {
  return readRoles(roles)
    .map((name) => t.roles[name])
    .join(', ');
}

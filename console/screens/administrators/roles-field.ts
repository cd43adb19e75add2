import { readRoles, roleNames, roleOf } from '../../../platform/core/roles.ts';
import type { Administrator } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { chosenOf } from '../../components/choices.ts';
import type { Field } from '../../components/form.ts';
import { sentenceCase } from '../../components/labels.ts';
import type { Values } from '../../route/opened-form.ts';

type Roles = Administrator['roles'];

/** The field with what an administrator does. */
export function rolesField(roles: Roles): Field {
  return {
    kind: 'choices',
    name: 'roles',
    label: 'Roles',
    options: roleNames.map((name) => [name, sentenceCase(name)] as const),
    value: readRoles(roles).join(' '),
    help: 'Owner: everything. People: people and their hours. Integrations: integrations, webhooks and what they do. Auditor: sees everything but secrets, and changes nothing.',
  };
}

/** The roles that a form with this field names. */
export function rolesSent(values: Values): Roles {
  const chosen = chosenOf(values, 'roles');
  return roleNames.filter((name) => chosen.includes(name)).map(roleOf);
}

/** Roles as people read them. */
export function rolesWords(roles: Roles): string {
  return readRoles(roles).map(sentenceCase).join(', ');
}

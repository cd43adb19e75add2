import type { JsonRecord } from '../../bundle/format/json-record.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { OWNER, type RoleName, roleOf } from '../../platform/core/roles.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import type { Bundle } from './sections.ts';

interface NamedAdministrator {
  readonly email: string;
  readonly roles: readonly RoleName[];
  /** In the bundle. */
  readonly pointer: string;
}

/** The administrators that a bundle names, owners first: one may take over from another. */
export function administratorsOf({ institution: { administrators = [] }, users = [] }: Bundle): NamedAdministrator[] {
  const emails = new Map((users as readonly JsonRecord[]).map(({ ref, email }) => [ref, String(email)]));
  const named = administrators.map((each, index) => {
    const { user, roles } = typeof each === 'string' ? { user: each, roles: [OWNER] } : each;
    return { email: present(emails.get(user), user), roles, pointer: `/institution/administrators/${index}` };
  });
  return [true, false].flatMap((areOwners) => named.filter(({ roles }) => roles.includes(OWNER) === areOwners));
}

/**
 * Makes a user an administrator with the roles that the bundle names. Who was archived meanwhile is left out, which is no
 * fault of the bundle.
 */
export async function setAdministrator(call: Call, { email, roles, pointer }: NamedAdministrator): Promise<void> {
  const wanted = { roles: roles.map(roleOf) };
  try {
    const added = await call(AdministratorService.method.addAdministrator, { email, ...wanted });
    const { userId } = present(added.administrator, 'administrator');
    await call(AdministratorService.method.setAdministratorRoles, { userId, ...wanted });
  } catch (error) {
    const code = error instanceof Refusal ? error.code : undefined;
    if (code === 'ADMINISTRATOR_USER_NOT_FOUND') return;
    if (!(error instanceof Refusal) || code !== 'LAST_ADMINISTRATOR') throw error;
    throw new Refusal(error, {
      violations: [{ pointer, code: 'invalid_value', message: error.message }],
      cause: error,
    });
  }
}

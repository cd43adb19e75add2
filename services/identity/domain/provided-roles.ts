import { type RoleName, readRoles, roleNames, roleOf, rolesOf } from '../../../platform/core/roles.ts';
import type { ProvidedRoles, RoleValue } from '../../../proto/gen/lyceum/identity/v1/openid_pb.ts';

/** Which value of a provider's claim gives which role. */
export type RoleValues = Partial<Readonly<Record<RoleName, string>>>;

/** How a provider gives roles; null for one that gives none. */
export interface RoleSource {
  readonly rolesClaim: string | null;
  readonly roleValues: RoleValues | null;
}

/** The roles that a claim gives, a text or a list of texts, which are compared exactly. */
export function rolesClaimed({ roleValues }: Pick<RoleSource, 'roleValues'>, claimed: unknown): readonly RoleName[] {
  const given = new Set([claimed].flat());
  return rolesOf(roleNames.filter((name) => roleValues?.[name] !== undefined && given.has(roleValues[name])));
}

/** The source of roles that a request names. */
export function roleSource({ claim, values }: Pick<ProvidedRoles, 'claim' | 'values'>): RoleSource {
  if (claim === '') return { rolesClaim: null, roleValues: null };
  const entries = values.flatMap(({ role, value }) => readRoles([role]).map((name) => [name, value] as const));
  return { rolesClaim: claim, roleValues: Object.fromEntries(entries) };
}

/** The contract's form of {@link RoleValues}. */
export function roleValueMessages(values: RoleValues | null): Pick<RoleValue, 'role' | 'value'>[] {
  return roleNames.flatMap((name) =>
    values?.[name] === undefined ? [] : [{ role: roleOf(name), value: values[name] }],
  );
}

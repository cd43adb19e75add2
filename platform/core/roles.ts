import { type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, Role, roles as rolesOption } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { accessOf } from './access.ts';
import { refuse } from './errors/refusal.ts';

/** What an administrator does for the institution: see the contract's Role. */
export type RoleName = Lowercase<Exclude<keyof typeof Role, 'UNSPECIFIED' | 'ANY'>>;

/** The names of all roles, in the order in which they are shown. */
export const roleNames = Object.entries(Role)
  .filter(([, value]) => value !== Role.UNSPECIFIED && value !== Role.ANY)
  .map(([name]) => name.toLowerCase()) as unknown as readonly [RoleName, ...RoleName[]];

/** The role of who may do everything. */
export const OWNER: RoleName = 'owner';

/** What an operation needs of an administrator who calls it: one of these roles. Null: it is open to each. */
export type RoleNeed = readonly RoleName[] | null;

/** The roles of a list, each once and in the order of {@link roleNames}; names that this release does not know grant nothing. */
export function rolesOf(names: readonly string[]): readonly RoleName[] {
  return Object.freeze(roleNames.filter((name) => names.includes(name)));
}

/** The value of the contract for a role's name. */
export function roleOf(name: RoleName): Role {
  return Role[name.toUpperCase() as Uppercase<RoleName>];
}

/** The names of roles that a message has. */
export function readRoles(values: readonly Role[]): readonly RoleName[] {
  return rolesOf(roleNames.filter((name) => values.includes(roleOf(name))));
}

/**
 * What an RPC needs of an administrator who calls it, in the order in which roles count as used. Owners may make all
 * calls, and come last: whoever can do something without being one has not used that role.
 * @throws Error when administrators may call it and the contract states no roles, or lets an auditor write
 */
export function roleNeedOf(method: DescMethodUnary, { writes }: { readonly writes: boolean }): RoleNeed {
  const name = `${method.parent.typeName}/${method.name}`;
  const stated = getOption(method, rolesOption);
  const isOpen = accessOf(method).has(Access.ADMINISTRATOR);
  if (isOpen !== stated.length > 0)
    throw new Error(`${name} must state roles if, and only if, administrators may call it`);
  if (stated.includes(Role.ANY)) return null;
  if (writes && stated.includes(Role.AUDITOR)) throw new Error(`${name} writes, and an auditor changes nothing`);
  return Object.freeze([...readRoles(stated).filter((role) => role !== OWNER), OWNER]);
}

/** The role with which an administrator may do something; null for what is open to each, undefined for none. */
export function roleUsed(roles: readonly RoleName[], need: RoleNeed): RoleName | null | undefined {
  return need === null ? null : need.find((role) => roles.includes(role));
}

/** Whether an administrator with these roles may do something. */
export function hasRole(roles: readonly RoleName[], need: RoleNeed): boolean {
  return roleUsed(roles, need) !== undefined;
}

/** Refuses an administrator who has none of the roles that an operation needs. */
export function requireRole(roles: readonly RoleName[], need: RoleNeed): void {
  if (!hasRole(roles, need)) refuse('ROLE_MISSING');
}

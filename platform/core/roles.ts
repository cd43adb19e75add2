import { Role } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
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

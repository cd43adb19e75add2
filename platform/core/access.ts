import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access, areas, Role, roles } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type Need, needOf } from './grant.ts';
import { OWNER, type RoleNeed, readRoles } from './roles.ts';

/** The kinds of actors that may call an RPC. Without an option in the contract it is a tenant's call. */
export function accessOf(method: DescMethodUnary): ReadonlySet<Access> {
  const stated = getOption(method, access);
  return new Set(stated.length === 0 ? [Access.TENANT] : stated);
}

/**
 * What an RPC needs of an integration that calls it.
 * @throws Error when integrations may call it and the contract states no areas
 */
export function integrationNeedOf(method: DescMethodUnary, { writes }: Pick<Need, 'writes'>): Need {
  const stated = getOption(method, areas);
  const callers = accessOf(method);
  if (stated.length === 0 && (callers.has(Access.TENANT) || callers.has(Access.CALENDAR)))
    throw new Error(`${method.parent.typeName}/${method.name} must state its areas, or AREA_NONE`);
  return needOf(stated, { writes });
}

/**
 * What an RPC needs of an administrator who calls it, in the order in which roles count as used. Owners may make all
 * calls, and come last: whoever can do something without being one has not used that role.
 * @throws Error when administrators may call it and the contract states no roles, or lets an auditor write
 */
export function roleNeedOf(method: DescMethodUnary, { writes }: { readonly writes: boolean }): RoleNeed {
  const name = `${method.parent.typeName}/${method.name}`;
  const stated = getOption(method, roles);
  const isOpen = accessOf(method).has(Access.ADMINISTRATOR);
  if (isOpen !== stated.length > 0)
    throw new Error(`${name} must state roles if, and only if, administrators may call it`);
  if (stated.includes(Role.ANY)) return null;
  if (writes && stated.includes(Role.AUDITOR)) throw new Error(`${name} writes, and an auditor changes nothing`);
  return Object.freeze([...readRoles(stated).filter((role) => role !== OWNER), OWNER]);
}

/** The service that an RPC belongs to: `lyceum.directory.v1.UserService` belongs to `directory`. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

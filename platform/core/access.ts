import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access, areas } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type Need, needOf } from './grant.ts';

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

/** The service that an RPC belongs to: `lyceum.directory.v1.UserService` belongs to `directory`. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';

/** Who may call an RPC. Without an option in the contract it is a tenant's call. */
export function accessOf(method: DescMethodUnary): Access {
  const stated = getOption(method, access);
  return stated === Access.UNSPECIFIED ? Access.TENANT : stated;
}

/** The service that an RPC belongs to: `lyceum.directory.v1.UserService` belongs to `directory`. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

/** The access options of RPCs that are called on behalf of an institution's clients. */
export const TENANTS_ACCESS: ReadonlySet<Access> = new Set([Access.TENANT, Access.CALENDAR]);

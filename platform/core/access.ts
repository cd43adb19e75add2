import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';

/** The kinds of actors that may call an RPC. Without an option in the contract it is a tenant's call. */
export function accessOf(method: DescMethodUnary): ReadonlySet<Access> {
  const stated = getOption(method, access);
  return new Set(stated.length === 0 ? [Access.TENANT] : stated);
}

/** The service that an RPC belongs to: `lyceum.directory.v1.UserService` belongs to `directory`. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

import { type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';

/** Who may call an RPC. What the contract does not say is a tenant's call. */
export function accessOf(method: DescMethodUnary): Access {
  const stated = getOption(method, access);
  return stated === Access.UNSPECIFIED ? Access.TENANT : stated;
}

/** Whether an RPC is called on behalf of an institution's clients. */
export function isTenants(access: Access): boolean {
  return access === Access.TENANT || access === Access.CALENDAR;
}

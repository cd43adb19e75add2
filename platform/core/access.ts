import { type DescMethod, type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import type { IdentifiedActor } from './actor.ts';

/** Who may call an RPC. Without an option in the contract it is a tenant's call. */
export function accessOf(method: DescMethodUnary): ReadonlySet<Access> {
  const stated = getOption(method, access);
  return new Set(stated.length === 0 ? [Access.TENANT] : stated);
}

/** Whether an actor of a kind may make calls with one of these options. */
export function isOpenTo(kind: IdentifiedActor['kind'], access: ReadonlySet<Access>): boolean {
  return OPEN_TO[kind].some((each) => access.has(each));
}

const OPEN_TO: Readonly<Record<IdentifiedActor['kind'], readonly Access[]>> = {
  integration: [Access.TENANT, Access.CALENDAR],
  calendar: [Access.CALENDAR],
  administrator: [Access.ADMINISTRATOR],
  operator: [Access.TENANT, Access.CALENDAR, Access.OPERATOR, Access.PLATFORM],
};

/** The service that an RPC belongs to: `lyceum.directory.v1.UserService` belongs to `directory`. */
export function serviceOf(method: DescMethod): string {
  return method.parent.file.proto.package.split('.')[1] ?? '';
}

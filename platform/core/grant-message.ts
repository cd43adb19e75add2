import { create } from '@bufbuild/protobuf';
import {
  type Areas,
  GrantSchema,
  IntegrationAccess,
  type Grant as Message,
} from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { type AccessName, areaOf, type Grant, grantOf, nameOf } from './grant.ts';

/** A grant as the contracts have it. */
export function grantMessage({ access, areas }: Pick<Grant, 'access' | 'areas'>): Message {
  return create(GrantSchema, {
    access: access === 'read' ? IntegrationAccess.READ : IntegrationAccess.FULL,
    ...(areas && { areas: { areas: areas.map(areaOf) } }),
  });
}

/** The grant that a message says. Without one, it is everything. */
export function readGrant(
  message: { readonly access: IntegrationAccess; readonly areas?: Pick<Areas, 'areas'> | undefined } | undefined,
): Grant {
  const access: AccessName = message?.access === IntegrationAccess.READ ? 'read' : 'full';
  const named = message?.areas?.areas ?? [];
  return grantOf(access, named.length === 0 ? null : named.map(nameOf).filter((name) => name !== null));
}

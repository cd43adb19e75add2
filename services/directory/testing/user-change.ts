import type { ResourceJson } from '../../../dev/testing/resource-json.ts';
import { maskOf, resourceIn } from '../../../platform/core/json-resource.ts';
import { type User, UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

/** What a PATCH of a user with these fields asks for. */
export function userChange(fields: ResourceJson<User>) {
  return { user: resourceIn(UserSchema, fields), updateMask: maskOf(UserSchema, fields) };
}

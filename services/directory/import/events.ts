import {
  UserCreatedSchema,
  UserGroupCreatedSchema,
  UserGroupUpdatedSchema,
  UserUpdatedSchema,
} from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { archiving, groupChanges, userChanges } from '../domain/changes.ts';

/** The events of imported users. */
export const OF_USERS = {
  created: UserCreatedSchema,
  updated: UserUpdatedSchema,
  changes: userChanges,
  payload: archiving,
};

/** The events of imported groups. */
export const OF_GROUPS = { created: UserGroupCreatedSchema, updated: UserGroupUpdatedSchema, changes: groupChanges };

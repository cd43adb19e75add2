import { changesOf } from '../../../platform/core/changes-of.ts';
import { CourseSchema } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { UserGroupSchema } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

export const userChanges = changesOf(UserSchema);

/** The payload of the event of a user's change: whether the user is archived now, if that has changed. */
export function archiving(before: Archivable, { isArchived }: Archivable): Partial<Archivable> {
  return isArchived === before.isArchived ? {} : { isArchived };
}

interface Archivable {
  readonly isArchived: boolean;
}

/** An import does not change the layer, nor whether a course is archived. */
export const courseChanges = changesOf(CourseSchema, { layerId: {}, isArchived: {} });

/** Who the members are is in another table; their number changes with them. */
export const groupChanges = changesOf(UserGroupSchema, { memberCount: {} });

import { changesOf } from '../../../platform/core/changes-of.ts';
import { CourseSchema } from '../../../proto/gen/lyceum/directory/v1/course_pb.ts';
import { UserSchema } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';

export const userChanges = changesOf(UserSchema);

/** An import leaves the layer as it is, and courses in use. */
export const courseChanges = changesOf(CourseSchema, { layerId: {}, isArchived: {} });

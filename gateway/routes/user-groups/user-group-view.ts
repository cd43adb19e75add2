import type { UserGroup } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { UserGroupView } from '../../schema/user-group.ts';

/** A user group as the API shows it. */
export const userGroupView = asView<UserGroupView, UserGroup>;

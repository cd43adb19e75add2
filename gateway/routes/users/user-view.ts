import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { asView } from '../../endpoint/envelope.ts';
import type { UserView } from '../../schema/user.ts';

/** A user as the specification shows it. */
export const userView = asView<UserView, User>;

import type { Static } from 'typebox';
import { UserGroupSchema } from '../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import { representation } from './contract.ts';
import { Id, Instant } from './types.ts';

/** A user group as every answer shows it, except within appointments. */
export const UserGroup = representation('UserGroup', UserGroupSchema, {
  id: Id('The group’s id.'),
  name: { text: 'The group’s name.', example: 'First year' },
  memberCount: { text: 'The number of members, including archived users.', example: 24 },
  createdAt: Instant('When the group was created.'),
  updatedAt: Instant('The server’s clock when the last change of the group’s name or members began.'),
  revision: null,
});
export type UserGroupView = Static<typeof UserGroup>;

export const userGroupExample: UserGroupView = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b51',
  name: 'First year',
  memberCount: 24,
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};

import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { ClosedMonth } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { t } from '../../components/language.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { PATH } from './record-of.ts';

export const CLOSED = {
  href: `${PATH}/closed-months`,
  get title() {
    return t.closedMonths.title;
  },
};

/** The page of a closing. */
export function monthPath({ id }: Pick<ClosedMonth, 'id'>, page: '/reopen' | '/export'): string {
  return `${CLOSED.href}/${id}${page}`;
}

/** Reads the names of user groups; an id for one that is not known, or while directory is away. */
export async function groupNames(call: OptionalCall, all: readonly (string | undefined)[]) {
  const ids = [...new Set(all.filter((id) => id !== undefined))];
  const page = { size: 100 };
  const found = ids.length > 0 ? await call(UserGroupService.method.listUserGroups, { page, ids: { ids } }) : undefined;
  const names = new Map(found?.userGroups.map(({ id, name }) => [id, name]));
  return (id: string | undefined) => (id === undefined ? t.timeRecords.everybody : (names.get(id) ?? id));
}

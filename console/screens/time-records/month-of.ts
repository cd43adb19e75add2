import { UserGroupService } from '../../../proto/gen/lyceum/directory/v1/user_group_pb.ts';
import type { ClosedMonth } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { PATH } from './record-of.ts';

export const CLOSED = { href: `${PATH}/closed-months`, title: 'Closed months' };

/** The page of a closing. */
export function monthPath({ id }: Pick<ClosedMonth, 'id'>, page: '/reopen' | '/export'): string {
  return `${CLOSED.href}/${id}${page}`;
}

/** A month in words: “September 2026”. */
export function monthName(month: string): string {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 });
  return first.toLocaleString('en-GB', { month: 'long', year: 'numeric' });
}

/** Reads the names of user groups; an id for one that is not known, or while directory is away. */
export async function groupNames(call: OptionalCall, all: readonly (string | undefined)[]) {
  const ids = [...new Set(all.filter((id) => id !== undefined))];
  const page = { size: 100 };
  const found = ids.length > 0 ? await call(UserGroupService.method.listUserGroups, { page, ids: { ids } }) : undefined;
  const names = new Map(found?.userGroups.map(({ id, name }) => [id, name]));
  return (id: string | undefined) => (id === undefined ? 'Everybody' : (names.get(id) ?? id));
}

import { UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import { heading, link, linkButton, postButton, section, shownValues } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { hours, localTime, type Present } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { SessionVisit } from '../../route/screen.ts';
import { changesSection } from '../audit/changes.ts';
import { todayIn } from '../time-records/record-of.ts';
import { eraseLink, erasureSection } from './erase.ts';
import { holdSection } from './hold.ts';
import { namingConflicts, personFields, userChange } from './person-fields.ts';
import { changedPerson, PATH, type Person, pathOf } from './person-of.ts';

/** A person: facts, and the form that changes the person. */
export const person = changeScreen(changedPerson, {
  path: '/people/{id}',
  success: () => t.people.saved,
  next: ({ user }) => pathOf(user),
  fields: (_visit, { user }) => personFields(user),
  async view(visit, { record, fields, ...state }) {
    const { user } = record;
    const isErased = user.erasedAt !== undefined;
    const [facts, erasure, changes] = await Promise.all([
      personFacts(visit, record),
      erasureSection(visit, user),
      changesSection(visit, { resourceKind: 'user', resourceId: user.id }),
    ]);
    return {
      title: user.name,
      isNarrow: true,
      body: html`${heading({
        title: user.name,
        parent: { href: PATH, title: t.frame.people },
        about: user.isArchived && t.people.isArchived,
        actions: html`${linkButton(`/console/time-records?${new URLSearchParams({ person: user.id })}`, t.frame.timeRecords)}${
          !user.isArchived && linkButton(`/console/calendar-feeds/new/user/${user.id}`, t.calendarFeeds.create)
        }${!isErased && linkButton(`${pathOf(user)}/hand-over`, t.people.handOver)}${
          !isErased &&
          (user.isArchived
            ? postButton(`${pathOf(user)}/bring-back`, t.people.bringBack)
            : linkButton(`${pathOf(user)}/archive`, t.people.archive, 'danger'))
        }${!erasure && eraseLink(user)}`,
      })}${erasure}${facts}${!isErased && section('change', t.words.change, form(state, { fields, submit: t.people.save }))}${!isErased && holdSection(record, visit.present)}${changes}`,
    };
  },
  async save(visit) {
    const { send, record, changed, precondition } = visit;
    const change = { id: record.user.id, precondition, ...userChange(changed) };
    await namingConflicts(visit, changed, () => send(UserService.method.updateUser, change));
    return undefined;
  },
});

/** Facts about a person beside the record: groups, hours, the open session. */
export async function personFacts(
  { callIfAvailable, present }: Pick<SessionVisit, 'callIfAvailable' | 'present'>,
  { user, groups }: Person,
): Promise<Html> {
  const month = todayIn(present).with({ day: 1 });
  const [last, next] = [month.subtract({ months: 1 }), month.add({ months: 1 })].map(String);
  const answer = await callIfAvailable(RecordService.method.listTotals, {
    from: last ?? '',
    to: next ?? '',
    by: PeriodUnit.MONTH,
    userIds: [user.id],
  });
  const totals = answer?.totals[0];
  return shownValues('person', [
    [t.people.groups, groups.length > 0 ? groups.map(({ name }) => name).join(', ') : t.people.none],
    [t.people.workedThisMonth, workedIn(totals, String(month))],
    [t.people.workedLastMonth, workedIn(totals, last ?? '')],
    [t.people.openSession, openSession(totals, present)],
  ]);
}

function workedIn(totals: Totals | undefined, month: string): string {
  return totals ? hours(totals.periods.find(({ start }) => start === month)?.workedMinutes ?? 0) : t.people.unknownNow;
}

function openSession(totals: Totals | undefined, present: Present): Fragment {
  if (!totals) return t.people.unknownNow;
  const { openSession: open } = totals;
  if (!open) return t.people.none;
  return link(`/console/time-records/${open.id}/end`, t.people.clockedInSince(localTime(open.startTime, present)));
}

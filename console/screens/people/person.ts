import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { PeriodUnit, type Totals } from '../../../proto/gen/lyceum/timetracking/v1/totals_pb.ts';
import type { Confirmation } from '../../components/confirmation.ts';
import { heading, link, linkButton, section, shownValues } from '../../components/elements.ts';
import { form } from '../../components/form.ts';
import { type Fragment, type Html, html } from '../../components/html.ts';
import { hours, localTime, type Present } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import type { Sent, SessionVisit } from '../../route/screen.ts';
import { changesSection } from '../audit/changes.ts';
import { endFields, readEnd } from '../time-records/end.ts';
import { withFaultsBeside } from '../time-records/record-fields.ts';
import { todayIn } from '../time-records/record-of.ts';
import { clockings } from './clockings.ts';
import { eraseLink, erasureSection } from './erase.ts';
import { holdSection } from './hold.ts';
import { archivedField, namingConflicts, personFields, userChange } from './person-fields.ts';
import { changedPerson, PATH, type Person, pathOf } from './person-of.ts';

/** A person: facts, and the form that changes the person. */
export const person = changeScreen(changedPerson, {
  path: '/people/{id}',
  success: 'The person was saved.',
  faults: { LAST_ADMINISTRATOR: 'isArchived' },
  next: ({ user }) => pathOf(user),
  fields: (_visit, { user }) => [...personFields(user), archivedField(user)],
  async confirmation({ user }, { isArchived }, visit) {
    if (user.isArchived || isArchived !== '1') return undefined;
    const { consequences, fields } = await askForEnd(visit, user);
    return {
      title: `Archive ${user.name}?`,
      ...(fields && { fields }),
      consequences: [
        ...consequences,
        'The person can no longer clock in, be invited or sign in to this console.',
        'Their records and appointments stay. Untick Archived to undo this.',
      ],
      act: 'Archive',
      back: pathOf(user),
    };
  },
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
        parent: { href: PATH, title: 'People' },
        about: user.isArchived && 'Archived.',
        actions: html`${linkButton(`/console/time-records?${new URLSearchParams({ person: user.id })}`, 'Time records')}${
          !user.isArchived && linkButton(`/console/calendar-feeds/new/user/${user.id}`, 'Create calendar feed')
        }${!isErased && linkButton(`${pathOf(user)}/hand-over`, 'Hand over data')}${!erasure && eraseLink(user)}`,
      })}${erasure}${facts}${!isErased && section('change', 'Change', form(state, { fields, submit: 'Save person' }))}${!isErased && holdSection(record, visit.present)}${changes}`,
    };
  },
  async save(visit) {
    const { send, record, changed, precondition } = visit;
    const { id, revision } = record.user;
    const change = { id, precondition, ...userChange(changed) };
    const isArchived = changed.isArchived === '1';
    await namingConflicts(visit, changed, async () => {
      // Not for a form that the update refuses, because the person has changed meanwhile.
      if (isArchived && precondition.revisions?.includes(revision)) await endBeforeArchiving(visit, record.user);
      return send(UserService.method.updateUser, change);
    });
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
    ['Groups', groups.length > 0 ? groups.map(({ name }) => name).join(', ') : 'None'],
    ['Worked this month', workedIn(totals, String(month))],
    ['Worked last month', workedIn(totals, last ?? '')],
    ['Open session', openSession(totals, present)],
  ]);
}

function workedIn(totals: Totals | undefined, month: string): string {
  return totals ? hours(totals.periods.find(({ start }) => start === month)?.workedMinutes ?? 0) : AWAY;
}

function openSession(totals: Totals | undefined, present: Present): Fragment {
  if (!totals) return AWAY;
  const { openSession: open } = totals;
  if (!open) return 'None';
  return link(`/console/time-records/${open.id}/end`, html`Clocked in since ${localTime(open.startTime, present)}`);
}

const AWAY = 'Unknown right now';

/** The effect of archiving a person on the open session, and a field for its end. */
export async function askForEnd(
  { call, callIfAvailable, values, present }: SessionVisit & Sent,
  user: User,
): Promise<Pick<Confirmation, 'consequences' | 'fields'>> {
  const clocked = await clockings(callIfAvailable, [user]);
  if (!clocked) return { consequences: ['We can’t tell right now whether the person is clocked in.'] };
  const open = clocked.get(user.id);
  if (!open) return { consequences: [] };
  const since = html`Clocked in since ${localTime(open.startTime, present)}.`;
  if (!(await isTrackingTime(call)))
    return { consequences: [html`${since} Time tracking is off, so the session stays open.`] };
  return {
    consequences: [html`${since} The session ends at the time below.`],
    fields: endFields(open, values, present),
  };
}

/**
 * Ends the open session of a person who is archived next, at the time that was given. One that has ended meanwhile is
 * left alone.
 */
export async function endBeforeArchiving(visit: SessionVisit & Sent, user: User): Promise<void> {
  const { call, callIfAvailable, send, values, present } = visit;
  const open = (await clockings(callIfAvailable, [user]))?.get(user.id);
  if (!open || !(await isTrackingTime(call))) return;
  // Nor that of somebody whom directory is going to keep.
  const asked = { userIds: [user.id], dryRun: true };
  const { lastAdministratorId, protectedIds } = await call(AdministratorService.method.beginArchiving, asked);
  if (lastAdministratorId !== undefined || protectedIds.length > 0) return;
  const ended = { id: open.id, precondition: { any: true }, at: readEnd(values, present) };
  try {
    await withFaultsBeside(present, [], () => send(RecordService.method.endSession, ended));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'SESSION_NOT_OPEN')) throw error;
  }
}

async function isTrackingTime(call: SessionVisit['call']): Promise<boolean> {
  const { institution } = await call(InstitutionService.method.getInstitution, {});
  return institution?.settings?.timeTrackingEnabled === true;
}

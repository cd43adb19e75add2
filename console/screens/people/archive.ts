import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AdministratorService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { CalendarFeedService } from '../../../proto/gen/lyceum/identity/v1/calendar_feed_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import { confirmation } from '../../components/confirmation.ts';
import { inWords } from '../../components/elements.ts';
import type { Fragment } from '../../components/html.ts';
import { t } from '../../components/language.ts';
import { localTime } from '../../components/time.ts';
import { changeScreen } from '../../route/change-screen.ts';
import { type Sent, type SessionVisit, screen } from '../../route/screen.ts';
import { rolesWords } from '../administrators/roles-field.ts';
import { endFields, readEnd } from '../time-records/end.ts';
import { withFaultsBeside } from '../time-records/record-fields.ts';
import { clockings } from './clockings.ts';
import { changedPerson, type Person, pathOf } from './person-of.ts';

/** Archives a person, with an open session ended at a time that is asked for. */
export const archivePerson = changeScreen(changedPerson, {
  path: '/people/{id}/archive',
  success: () => t.people.archivedNow,
  faults: { TIME_TRACKING_DISABLED: 'end' },
  next: ({ user }) => pathOf(user),
  isDone: ({ user }) => user.isArchived,
  elsewhere: ({ user }) => (user.isArchived ? pathOf(user) : undefined),
  async fields(visit, { user }, typed) {
    const open = await openSessionOf(visit, user);
    return open && (await isTrackingTime(visit.call)) ? endFields(open, typed, visit.present) : [];
  },
  facts: (_visit, { user }) => [
    { name: 'name', label: t.words.name, value: user.name, words: t.parts.quoted(user.name) },
  ],
  async view(visit, { record, fields, ...state }) {
    const { name } = record.user;
    const title = t.people.archiveQuestion(name);
    const consequences = [
      ...(await consequencesOf(visit, record)).filter((each) => each !== undefined),
      t.people.archivedCannot,
      t.people.archivedKeeps,
    ];
    const asked = { title, consequences, fields, act: t.people.archive, back: pathOf(record.user) };
    return { title, body: confirmation(state, asked) };
  },
  async save(visit) {
    const { send, record, precondition } = visit;
    const { id, revision } = record.user;
    // Not for a form that the update refuses, because the person has changed meanwhile.
    if (precondition.revisions?.includes(revision)) await endBeforeArchiving(visit, record.user);
    await send(UserService.method.updateUser, { id, precondition, ...archivedIs(true) });
    return undefined;
  },
});

/** Brings an archived person back: a button that shows nothing else. */
export const bringBackPerson = screen({
  path: '/people/{id}/bring-back',
  success: () => t.people.broughtBack,
  async submit({ send, params: { id = '' } }) {
    await send(UserService.method.updateUser, { id, precondition: { any: true }, ...archivedIs(false) });
    return { to: pathOf({ id }) };
  },
});

function archivedIs(isArchived: boolean) {
  return { user: { isArchived }, updateMask: { paths: ['is_archived'] } };
}

/** What archiving a person means beside the person, each as a sentence. */
async function consequencesOf(visit: SessionVisit, person: Person): Promise<readonly (Fragment | undefined)[]> {
  return Promise.all([
    ofSession(visit, person),
    ofAdministrator(visit, person),
    ofGroups(person),
    ofFeeds(visit, person),
  ]);
}

async function ofSession(visit: SessionVisit, { user }: Person): Promise<Fragment | undefined> {
  const open = await openSessionOf(visit, user);
  if (open === undefined) return t.people.sessionUnknown;
  if (open === null) return undefined;
  const since = localTime(open.startTime, visit.present);
  return (await isTrackingTime(visit.call)) ? t.people.sessionEnds(since) : t.people.sessionStays(since);
}

async function ofAdministrator({ callIfAvailable }: SessionVisit, { user }: Person): Promise<Fragment | undefined> {
  const found = await callIfAvailable(AdministratorService.method.listAdministrators, {});
  if (!found) return t.people.rolesUnknown;
  const administrator = found.administrators.find(({ userId }) => userId === user.id);
  return administrator && t.people.rolesEnd(rolesWords(administrator.roles));
}

function ofGroups({ groups }: Person): string | undefined {
  if (groups.length === 0) return undefined;
  const named = groups.slice(0, MAX_NAMED).map(({ name }) => name);
  const more = groups.length - named.length;
  return t.people.staysIn(inWords([...named, ...(more > 0 ? [t.people.moreGroups(more)] : [])], 'and'));
}

async function ofFeeds({ callIfAvailable }: SessionVisit, { user }: Person): Promise<Fragment | undefined> {
  const found = await callIfAvailable(CalendarFeedService.method.listCalendarFeeds, { page: { size: MAX_FEEDS } });
  if (!found) return t.people.feedsUnknown;
  const own = found.feeds.filter(({ calendar }) => calendar?.target.value === user.id);
  if (own.length === 0) return undefined;
  const named = own.slice(0, MAX_NAMED).map(({ name }) => t.parts.quoted(name));
  const more = own.length - named.length;
  const all = inWords([...named, ...(more > 0 ? [t.people.moreFeeds(more)] : [])], 'and');
  return t.people.feedsStop(own.length, all);
}

/** Enough names for a sentence. */
const MAX_NAMED = 10;
/** More than an institution can have. */
const MAX_FEEDS = 500;

/** The open session of a person, or null; undefined while time tracking is away. */
async function openSessionOf({ callIfAvailable }: Pick<SessionVisit, 'callIfAvailable'>, user: User) {
  const open = await clockings(callIfAvailable, [user]);
  return open && (open.get(user.id) ?? null);
}

/**
 * Ends the open session of a person who is archived next, at the time that was given. One that has ended meanwhile is
 * left alone.
 */
async function endBeforeArchiving(visit: SessionVisit & Sent, user: User): Promise<void> {
  const { call, send, values, present } = visit;
  const open = await openSessionOf(visit, user);
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

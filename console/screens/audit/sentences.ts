import type { AuditRecord } from '../../../proto/gen/lyceum/common/v1/audit_pb.ts';
import { nameOfKind } from './kinds.ts';

const LATE = 'kept a late punch of {} for the administrators';

/**
 * The effect of each RPC that changes records, in words, by the kind of record; `{}` is the record. Without a sentence
 * for the kind, the record was created, changed or deleted.
 */
export const SENTENCES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  SetInstitutionSettings: { institution: 'changed the settings' },
  ChooseRules: {
    institution: 'chose the rules of working time',
    user_group: 'chose the rules of working time of {}',
  },
  ImportCalendarDays: { calendar_day: 'imported a day of the calendar' },
  RemoveCalendarDays: { calendar_day: 'removed a day of the calendar' },
  ImportInstitution: { institution: 'imported the institution' },
  RequestArchive: { institution: 'asked for an archive of the data' },
  DownloadArchive: { institution: 'downloaded the archive of the data' },
  Import: {},
  CreateUser: { user: 'added {}' },
  UpdateUser: {},
  HoldPerson: { hold: 'put {} on hold' },
  EndHold: { hold: 'ended the hold of {}' },
  HandOverPerson: { user: 'handed over the data of {}' },
  PlanErasure: { user: 'planned to erase {}' },
  TakeBackErasure: { user: 'took back the erasure of {}' },
  CreateSyncedUser: { user: 'added {}' },
  ReplaceSyncedUser: {},
  ImportPeople: {},
  AllowArchiving: { directory_sync: 'allowed {} to archive people' },
  RemoveSyncedUser: { user: 'removed {} from the directory sync' },
  SetOwnExcelLanguage: { administrator: 'chose the format of CSV files' },
  AddAdministrator: { administrator: 'added {} to the administrators' },
  SetAdministratorRoles: { administrator: 'changed the roles of {}' },
  RemoveAdministrator: {
    administrator: 'removed {} from the administrators',
    passkey: 'removed a passkey of a former administrator',
  },
  CreateSignInLink: { administrator: 'created a sign-in link for {}' },
  SignInWithLink: { administrator: 'signed in with a link' },
  FinishPasskeySignIn: { administrator: 'signed in with a passkey', passkey: 'signed in with this passkey' },
  FinishOpenIdSignIn: { administrator: 'signed in with OpenID Connect' },
  StartProblemMail: { administrator: 'asked for email about problems' },
  StopProblemMail: { administrator: 'stopped email about problems' },
  UnsubscribeWithLink: { administrator: 'stopped email about problems with the link in an email' },
  FinishPasskeyRegistration: { passkey: 'registered a passkey' },
  RenamePasskey: { passkey: 'renamed a passkey' },
  // The event.
  'lyceum.directory.v1.UserUpdated': {
    administrator: 'removed {}, who was archived, from the administrators',
    passkey: 'removed a passkey of an administrator who was archived',
  },
  RemovePasskey: { passkey: 'removed a passkey' },
  SetOpenIdProvider: { openid_provider: 'set up sign-in by OpenID Connect' },
  RemoveOpenIdProvider: { openid_provider: 'switched off sign-in by OpenID Connect' },
  CreateCalendarFeed: {},
  RevokeCalendarFeed: { calendar_feed: 'revoked the calendar feed {}' },
  CreateIntegration: {},
  RenameIntegration: { integration: 'renamed {}' },
  ChangeIntegrationAccess: { integration: 'changed what {} may do' },
  RotateIntegrationSecret: { integration: 'rotated the secret of {}' },
  EndOldSecret: { integration: 'ended the old secret of {}' },
  DeactivateIntegration: { integration: 'deactivated {}' },
  ActivateIntegration: { integration: 'reactivated {}' },
  CreateAppointment: {},
  UpdateAppointment: {},
  DeleteAppointment: {},
  CreatePathway: {},
  CreateProgram: {},
  CreateProgramVersion: {},
  UpdateProgramVersion: {},
  StartSession: { time_record: 'clocked {} in', late_record: LATE },
  PauseSession: { time_record: 'paused the session of {}', late_record: LATE },
  ResumeSession: { time_record: 'resumed the session of {}', late_record: LATE },
  StopSession: { time_record: 'clocked {} out', late_record: LATE },
  AddTimestamp: { time_record: 'added a timestamp to the session of {}', late_record: LATE },
  CreateLog: { time_record: 'added a time record of {}' },
  BulkCreateLogs: { time_record: 'added a time record of {}' },
  UpdateLog: {
    time_record: 'corrected a time record of {}',
    finding_acknowledgement: 'opened a finding of {} again with a corrected time record',
  },
  AcknowledgeFindings: { finding_acknowledgement: 'acknowledged a finding of {}' },
  ReopenFindings: { finding_acknowledgement: 'opened a finding of {} again' },
  CloseMonth: { closed_month: 'closed a month' },
  ReopenMonth: { closed_month: 'opened a closed month again' },
  ConfirmRecord: { time_record: 'confirmed a time record of {}' },
  TakeOverLateRecord: {
    time_record: 'took over a late record of {}',
    late_record: 'took a late record of {} from the list',
  },
  RejectLateRecord: { late_record: 'rejected a late record of {}' },
  EndSession: { time_record: 'ended the session of {}' },
  CreateEndpoint: {},
  UpdateEndpoint: {},
  DeleteEndpoint: {},
  SendTestEvent: { webhook_endpoint: 'sent a test event to {}' },
  Redeliver: { webhook_endpoint: 'sent an event to {} again' },
  ReplayEvents: { webhook_endpoint: 'began to replay events to {}' },
  RotateEndpointSecret: { webhook_endpoint: 'rotated the secret of {}' },
};

type Change = Pick<AuditRecord, 'operation' | 'resourceKind' | 'versionBefore' | 'versionAfter'> &
  Partial<Pick<AuditRecord, 'changes'>>;

/** Whether a session of an earlier day was closed at the end of that day, whatever has come later and found it open. */
export function isAutomaticClose({ operation, resourceKind, versionBefore, changes = [] }: Change): boolean {
  if (resourceKind !== 'time_record' || versionBefore === undefined) return false;
  if (changes.some(({ name, before, after }) => name === 'autoClosed' && before === 'false' && after === 'true'))
    return true;
  // Before times were recorded. A clocking in makes a session: the one that it changes is of an earlier day.
  return changes.length === 0 && operation.endsWith('/StartSession');
}

/** Whether the record's own person has done it without a session: by signing in, or by a link. */
export function isWithoutSession({ operation, resourceKind }: Change): boolean {
  return resourceKind === 'administrator' && WITHOUT_SESSION.test(operation);
}

const WITHOUT_SESSION = /\/(SignInWithLink|FinishPasskeySignIn|FinishOpenIdSignIn|UnsubscribeWithLink)$/;

/**
 * A change in words, such as “rotated the secret of HR export”.
 * @param subject the record's name; of a time record, its member's; undefined if it is no longer known
 */
export function sentenceOf(change: Change, subject: string | undefined): string {
  const { resourceKind } = change;
  const kind = lowered(nameOfKind(resourceKind));
  const own = sentenceFor(change);
  if (own !== undefined)
    return own.replace('{}', () => subject ?? (OWNED.has(resourceKind) ? 'somebody' : article(kind)));
  const done = doneIn(change);
  return subject === undefined
    ? `${done} ${article(kind)}`
    : `${done} the ${kind} ${OWNED.has(resourceKind) ? 'of ' : ''}${subject}`;
}

/** Kinds of records that are named after their owner. */
const OWNED = new Set(['time_record', 'late_record', 'finding_acknowledgement']);

function sentenceFor(change: Change): string | undefined {
  const { operation, resourceKind, versionAfter } = change;
  const name = operation.replace(/^.*\//, '');
  if (isAutomaticClose(change)) return 'closed the session of {} automatically at the end of its day';
  // Who is archived is no administrator any more.
  if (name === 'lyceum.directory.v1.UserUpdated' && resourceKind === 'administrator' && versionAfter !== undefined)
    return 'ended the sessions of {}, who got another email address';
  return SENTENCES[name]?.[resourceKind];
}

/** The effect of a change on its record, in a word. */
function doneIn({ versionBefore, versionAfter }: Change): string {
  return versionBefore === undefined ? 'created' : versionAfter === undefined ? 'deleted' : 'changed';
}

function article(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** A name within a sentence: “OpenID Connect” stays as it is. */
function lowered(name: string): string {
  return /^[A-Z][a-z]+[A-Z]/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

import { countedIn } from '../../counted.ts';
import { type Fragment, rich } from '../../rich.ts';

const counted = countedIn('en');

/** One or several records of a kind, as their sentences have them. */
const times = (count: number) => counted(count, { one: 'a time record', other: '# time records' });
const late = (count: number) => counted(count, { one: 'a late record', other: '# late records' });
const days = (count: number) => counted(count, { one: 'a day of the calendar', other: '# days of the calendar' });
const lateKept = (of: string) => `kept a late punch of ${of} for the administrators`;
const someKinds: Readonly<Record<string, string>> = {
  time_record: 'time records',
  late_record: 'late records',
  calendar_day: 'days of the calendar',
};

/** “a room”; “OpenID Connect” stays as it is. */
function one(name: string): string {
  const noun = lowered(name);
  return `${/^[aeio]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

function lowered(name: string): string {
  return /^[A-Z][a-z]+[A-Z]/.test(name) ? name : `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** A record that a sentence of any kind is about. */
export interface Told {
  readonly kind: string;
  /** The name of the kind. */
  readonly name: string;
  /** The record's name, or its owner's; undefined if it is no longer known. */
  readonly subject: string | undefined;
  /** Whether it is named after its owner. */
  readonly isOwned: boolean;
  readonly count: number;
}

function recordOf({ kind, name, subject, isOwned, count }: Told): string {
  const several = count > 1 && someKinds[kind];
  const of = subject === undefined ? '' : `${isOwned ? ' of ' : ' '}${subject}`;
  if (several) return `${count} ${several}${of}`;
  return subject === undefined ? one(name) : `the ${lowered(name)}${of}`;
}

/** The changes of records, with their authors. */
export const audit = {
  about: (institution: string) =>
    `Who changed what in ${institution}, and when. It has the times of time records before and after. Of other personal data, it records that something changed, not the values.`,
  changes: 'Changes',
  everybody: 'Everybody',
  everything: 'Everything',
  recordId: 'Record ID',
  shown: (count: string) => `${count} shown, newest first`,
  incomplete: 'Some changes can’t be loaded right now, so this list is incomplete. Try again in a few seconds.',
  nothing: 'No changes yet',
  nothingText:
    'Changes to settings, integrations, people, courses and all other records appear here, along with who made them.',
  noMatch: 'No change matches',
  noMatchText: 'Choose another person, kind or period.',
  later: 'None among the latest changes',
  laterText: 'Go to the next page to search older changes.',
  thisRecordId: 'record ID',
  thisRequestId: 'request ID',
  itsChanges: 'Its changes',
  request: (id: Fragment) => rich`Request ${id}`,
  reason: (reason: string) => `Reason: ${reason}`,
  all: 'all',
  automatically: (whose: Fragment) => rich`Automatically, at a request of ${whose}`,
  withLink: 'With a link',
  formerAdministrator: 'A former administrator',
  when: 'When',
  what: 'What',
  unavailable: 'Unavailable right now',
  unavailableText: 'Part of Lyceum is temporarily unavailable. Try again in a few seconds.',
  none: 'No changes',
  noneText: 'Changes appear here, along with who made them.',
  newest: 'These are the newest. The audit has the earlier ones.',
  operators: 'Operators',
  afterEvents: 'Lyceum, after events',
  operator: 'Operator',
  theOperator: 'the operator',
  operatorNamed: (name: string) => `the operator (${name})`,
  atSignIn: 'At a sign-in',
  actors: {
    administrator: 'Administrator',
    integration: 'Integration',
    operator: 'Operator',
    consumer: 'After an event',
  },
  erasedPerson: 'an erased person',
  andMore: (shown: string, more: number) => `${shown} and ${more} more`,
  somebody: 'somebody',
  one,
  created: (told: Told) => `created ${recordOf(told)}`,
  changed: (told: Told) => `changed ${recordOf(told)}`,
  deleted: (told: Told) => `deleted ${recordOf(told)}`,
  closedAutomatically: (of: string) => `closed the session of ${of} automatically at the end of its day`,
  newAddress: (of: string) => `ended the sessions of ${of}, who got another email address`,
  /**
   * The effect of each RPC that changes records, by the kind of record, of the record's name and the number of such
   * records. Without a sentence for the kind, the record was created, changed or deleted.
   */
  sentences: {
    SetInstitutionSettings: { institution: 'changed the settings' },
    ChooseRules: {
      institution: 'chose the rules of working time',
      user_group: (of: string) => `chose the rules of working time of ${of}`,
    },
    ImportCalendarDays: { calendar_day: (_of: string, count: number) => `imported ${days(count)}` },
    RemoveCalendarDays: { calendar_day: (_of: string, count: number) => `removed ${days(count)}` },
    ImportInstitution: { institution: 'imported the institution' },
    RequestArchive: { institution: 'asked for an archive of the data' },
    DownloadArchive: { institution: 'downloaded the archive of the data' },
    Import: {},
    CreateUser: { user: (of: string) => `added ${of}` },
    UpdateUser: {},
    HoldPerson: { hold: (of: string) => `put ${of} on hold` },
    EndHold: { hold: (of: string) => `ended the hold of ${of}` },
    HandOverPerson: { user: (of: string) => `handed over the data of ${of}` },
    PlanErasure: { user: (of: string) => `planned to erase ${of}` },
    TakeBackErasure: { user: (of: string) => `took back the erasure of ${of}` },
    CreateSyncedUser: { user: (of: string) => `added ${of}` },
    ReplaceSyncedUser: {},
    ImportPeople: {},
    AllowArchiving: { directory_sync: (of: string) => `allowed ${of} to archive people` },
    RemoveSyncedUser: { user: (of: string) => `removed ${of} from the directory sync` },
    AddAdministrator: { administrator: (of: string) => `added ${of} to the administrators` },
    SetAdministratorRoles: { administrator: (of: string) => `changed the roles of ${of}` },
    SetOwnLanguage: { administrator: 'chose another language' },
    SetOwnExcelLanguage: { administrator: 'chose the format of CSV files' },
    RemoveAdministrator: {
      administrator: (of: string) => `removed ${of} from the administrators`,
      passkey: 'removed a passkey of a former administrator',
    },
    CreateSignInLink: { administrator: (of: string) => `created a sign-in link for ${of}` },
    SignInWithLink: { administrator: 'signed in with a link' },
    FinishPasskeySignIn: { administrator: 'signed in with a passkey', passkey: 'signed in with this passkey' },
    FinishOpenIdSignIn: { administrator: 'signed in with OpenID Connect' },
    RefuseSignIn: {
      administrator: (of: string) => `refused to sign ${of} in`,
      passkey: 'refused a sign-in with a passkey',
      openid_provider: 'refused a sign-in with OpenID Connect',
    },
    StartProblemMail: { administrator: 'asked for email about problems' },
    StopProblemMail: { administrator: 'stopped email about problems' },
    UnsubscribeWithLink: { administrator: 'stopped email about problems with the link in an email' },
    FinishPasskeyRegistration: { passkey: 'registered a passkey' },
    RenamePasskey: { passkey: 'renamed a passkey' },
    // The event.
    'lyceum.directory.v1.UserUpdated': {
      administrator: (of: string) => `removed ${of}, who was archived, from the administrators`,
      passkey: 'removed a passkey of an administrator who was archived',
    },
    RemovePasskey: { passkey: 'removed a passkey' },
    SetAuditStream: { audit_stream: 'set where the audit is sent' },
    ResumeAuditStream: { audit_stream: 'resumed the audit stream' },
    RemoveAuditStream: { audit_stream: 'removed the audit stream' },
    PauseAuditStream: { audit_stream: 'paused the audit stream, which the receiver refused' },
    SetOpenIdProvider: { openid_provider: 'set up sign-in by OpenID Connect' },
    RemoveOpenIdProvider: { openid_provider: 'switched off sign-in by OpenID Connect' },
    CreateCalendarFeed: {},
    RevokeCalendarFeed: { calendar_feed: (of: string) => `revoked the calendar feed ${of}` },
    CreateIntegration: {},
    RenameIntegration: { integration: (of: string) => `renamed ${of}` },
    ChangeIntegrationAccess: { integration: (of: string) => `changed what ${of} may do` },
    RotateIntegrationSecret: { integration: (of: string) => `rotated the secret of ${of}` },
    EndOldSecret: { integration: (of: string) => `ended the old secret of ${of}` },
    DeactivateIntegration: { integration: (of: string) => `deactivated ${of}` },
    ActivateIntegration: { integration: (of: string) => `reactivated ${of}` },
    CreateAppointment: {},
    UpdateAppointment: {},
    DeleteAppointment: {},
    CreatePathway: {},
    CreateProgram: {},
    CreateProgramVersion: {},
    UpdateProgramVersion: {},
    StartSession: { time_record: (of: string) => `clocked ${of} in`, late_record: lateKept },
    PauseSession: { time_record: (of: string) => `paused the session of ${of}`, late_record: lateKept },
    ResumeSession: { time_record: (of: string) => `resumed the session of ${of}`, late_record: lateKept },
    StopSession: { time_record: (of: string) => `clocked ${of} out`, late_record: lateKept },
    AddTimestamp: {
      time_record: (of: string) => `added a timestamp to the session of ${of}`,
      late_record: lateKept,
    },
    CreateLog: { time_record: (of: string, count: number) => `added ${times(count)} of ${of}` },
    BulkCreateLogs: { time_record: (of: string, count: number) => `added ${times(count)} of ${of}` },
    UpdateLog: {
      time_record: (of: string, count: number) => `corrected ${times(count)} of ${of}`,
      finding_acknowledgement: (of: string) => `opened a finding of ${of} again with a corrected time record`,
    },
    AcknowledgeFindings: { finding_acknowledgement: (of: string) => `acknowledged a finding of ${of}` },
    ReopenFindings: { finding_acknowledgement: (of: string) => `opened a finding of ${of} again` },
    CloseMonth: { closed_month: 'closed a month' },
    ReopenMonth: { closed_month: 'opened a closed month again' },
    ConfirmRecord: { time_record: (of: string, count: number) => `confirmed ${times(count)} of ${of}` },
    TakeOverLateRecord: {
      time_record: (of: string, count: number) => `took over ${late(count)} of ${of}`,
      late_record: (of: string, count: number) => `took ${late(count)} of ${of} from the list`,
    },
    RejectLateRecord: { late_record: (of: string, count: number) => `rejected ${late(count)} of ${of}` },
    EndSession: { time_record: (of: string) => `ended the session of ${of}` },
    CreateEndpoint: {},
    UpdateEndpoint: {},
    DeleteEndpoint: {},
    SendTestEvent: { webhook_endpoint: (of: string) => `sent a test event to ${of}` },
    Redeliver: { webhook_endpoint: (of: string) => `sent an event to ${of} again` },
    ReplayEvents: { webhook_endpoint: (of: string) => `began to replay events to ${of}` },
    RotateEndpointSecret: { webhook_endpoint: (of: string) => `rotated the secret of ${of}` },
  },
};

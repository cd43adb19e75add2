import { MethodOptions_IdempotencyLevel } from '@bufbuild/protobuf/wkt';
import { expect, it } from 'vitest';
import { services } from '../../../deploy/installation/services.ts';
import { audit } from '../../../languages/en/console/audit.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { inEnglish } from '../../components/testing/english.ts';
import { KINDS, kindOptions } from './kinds.ts';
import { isWithoutSession, sentenceOf } from './sentences.ts';

const SENTENCES: Readonly<Record<string, object>> = audit.sentences;

/** RPCs that change no record whose changes are noted, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  AuthenticateSession: 'notes a use',
  EndSessions: 'a session is no record',
  CreatePeopleImport: 'a file is no record',
  CreateCalendarImport: 'the same',
  RememberPeopleColumns: 'what a column means is no record',
  KeepForm: 'nothing is saved yet',
  DropKeptForm: 'the same',
  BeginPasskeyRegistration: 'a challenge is no record',
  BeginPasskeySignIn: 'the same',
  NoteCalendarFeedRead: 'notes a use',
  BeginArchiving: 'a person is archived by what follows',
  CancelArchiving: 'the same',
  BeginOpenIdSignIn: 'a failure is no record',
  RecordRequests: 'records are what was done',
  OrderArchivePart: 'an archive is no record',
  AdvanceArchive: 'the same',
  KeepArchiveChunk: 'the same',
  CheckErasure: 'changes nothing',
  RunRetention: 'services do it, by the journal of erasures',
  ForgetPerson: 'records of requests are what was done',
};

const writes = new Set(
  services
    .flatMap(({ implementations }) => implementations.flatMap(({ service }) => service.methods))
    .filter(({ idempotency }) => idempotency !== MethodOptions_IdempotencyLevel.NO_SIDE_EFFECTS)
    .map(({ name }) => name),
);

it('each RPC that changes something has a sentence, or changes no record', () => {
  expect([...writes].filter((name) => !SENTENCES[name] && !OTHERS[name])).toEqual([]);
  expect([...Object.keys(SENTENCES), ...Object.keys(OTHERS)].filter((name) => !writes.has(name))).toEqual([
    // Of several RPCs, and of a worker.
    'RefuseSignIn',
    UserUpdatedSchema.typeName,
    'PauseAuditStream',
  ]);
});

it('each kind of audited records has a name in sentence case, in the filter', () => {
  const audited = services.flatMap(({ name, tables }) =>
    tables.flatMap((table) => (table.audited ? [`${name} ${table.audited.resource}`] : [])),
  );
  const named = Object.entries(KINDS).flatMap(([service, kinds]) => kinds.map((kind) => `${service} ${kind}`));
  expect(named.toSorted()).toEqual([...new Set(audited)].toSorted());
  const options = inEnglish(kindOptions);
  expect(options.map(([kind]) => kind).sort()).toEqual(['', ...named.map((each) => each.split(' ')[1] ?? '')].sort());
  for (const [, label] of options) expect(label).toMatch(/^[A-Z][a-z]/);
});

it.each([
  [
    'lyceum.identity.v1.IntegrationService/RotateIntegrationSecret',
    'integration',
    'HR export',
    'rotated the secret of HR export',
  ],
  [
    'lyceum.identity.v1.IntegrationService/RotateIntegrationSecret',
    'integration',
    undefined,
    'rotated the secret of an integration',
  ],
  ['lyceum.identity.v1.SessionService/SignInWithLink', 'administrator', 'Ada', 'signed in with a link'],
  [
    'lyceum.identity.v1.ProblemMailService/UnsubscribeWithLink',
    'administrator',
    'Ada',
    'stopped email about problems with the link in an email',
  ],
  [
    'lyceum.identity.v1.OpenIdService/SetOpenIdProvider',
    'openid_provider',
    undefined,
    'set up sign-in by OpenID Connect',
  ],
  ['lyceum.timetracking.v1.LogService/UpdateLog', 'time_record', 'Busy Bee', 'corrected a time record of Busy Bee'],
  ['lyceum.timetracking.v1.ImportService/Import', 'time_record', 'Busy Bee', 'changed the time record of Busy Bee'],
  [
    'lyceum.timetracking.v1.SessionService/StartSession',
    'time_record',
    undefined,
    'closed the session of somebody automatically at the end of its day',
  ],
  ['lyceum.directory.v1.UserService/UpdateUser', 'user', '$& {}', 'changed the user $& {}'],
  [
    'lyceum.directory.v1.UserUpdated',
    'administrator',
    'Ada',
    'ended the sessions of Ada, who got another email address',
  ],
  ['webhooks.deliver', 'webhook_endpoint', 'hooks.example', 'changed the webhook endpoint hooks.example'],
])('%s of %s, %s: %s', (operation, resourceKind, subject, sentence) => {
  const change = { operation, resourceKind, versionBefore: 'a', versionAfter: 'b' };
  expect(inEnglish(() => sentenceOf(change, subject))).toBe(sentence);
  expect(isWithoutSession(change)).toBe(/^signed in|link in an email$/.test(sentence));
});

it('an administrator who was archived is removed', () => {
  const change = { operation: UserUpdatedSchema.typeName, resourceKind: 'administrator', versionBefore: 'a' };
  expect(inEnglish(() => sentenceOf(change as never, 'Ada'))).toBe(
    'removed Ada, who was archived, from the administrators',
  );
});

it('a clocking in that closes a session of an earlier day is told once, and the close as what it is', () => {
  const start = { operation: 'lyceum.timetracking.v1.SessionService/StartSession', resourceKind: 'time_record' };
  const made = { ...start, versionBefore: undefined, versionAfter: 'b' };
  expect(inEnglish(() => sentenceOf(made as never, 'Busy Bee'))).toBe('clocked Busy Bee in');
});

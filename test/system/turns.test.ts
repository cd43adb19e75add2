import { randomUUID } from 'node:crypto';
import { type DescMethodUnary, getOption } from '@bufbuild/protobuf';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { importBundle, tryBundle } from '../../cli/import/import-bundle.ts';
import { services } from '../../deploy/installation/services.ts';
import { BODY_BOUNDS } from '../../gateway/http/received-body.ts';
import type { Call } from '../../platform/calls/caller.ts';
import { type Actor, ANONYMOUS } from '../../platform/core/actor.ts';
import { isFault, Refusal } from '../../platform/core/errors/refusal.ts';
import { FULL } from '../../platform/core/grant.ts';
import { Access, access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { feedTypes } from '../../services/webhooks/domain/event-types.ts';
import { demoBundle } from '../support/cli/bundles.ts';
import { newIntegration, recording } from '../support/console/recorded.ts';
import { contractFiles } from '../support/contract-files.ts';
import { pathOfRecord } from '../support/one-of-each-record.ts';
import { operations } from '../support/operations.ts';
import { successfulWrites } from '../support/successful-writes.ts';
import { TestSystem } from '../support/test-system.ts';
import { type LargeSchool, newLargeSchool } from '../support/turns/large-school.ts';
import type { Meanings } from '../support/turns/largest-body.ts';
import { largestMessage } from '../support/turns/largest-message.ts';
import { sendInShortTurns } from '../support/turns/send-in-short-turns.ts';

const implemented = new Set(services.flatMap(({ implementations }) => implementations.map(({ service }) => service)));
const rpcs = contractFiles
  .flatMap((file) => file.services)
  .filter((service) => implemented.has(service))
  .flatMap(({ methods, typeName }) =>
    methods.map((method) => [`${typeName}/${method.name}`.replace('lyceum.', ''), method as DescMethodUnary] as const),
  );

let system: TestSystem;
let school: LargeSchool;
let ids: Meanings;
beforeAll(async () => {
  system = await TestSystem.start({ shape: 'one process', platform: 'own' });
  school = await newLargeSchool(system);
  ids = await idsOfRecords();
}, 60_000);
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(1_000));

function callerOf(method: DescMethodUnary): Actor {
  const kinds = new Set(getOption(method, access));
  const { id: institutionId, member } = school;
  const [userId = '', integrationId = ''] = [member.userId, String(ids.integrationId?.([]))];
  if (kinds.has(Access.ANYONE)) return ANONYMOUS;
  if (kinds.has(Access.TENANT) || kinds.has(Access.CALENDAR))
    return { kind: 'integration', institutionId, integrationId, createdBy: null, grant: FULL };
  if (kinds.has(Access.ADMINISTRATOR))
    return { kind: 'administrator', institutionId, userId, name: 'A', sessionId: randomUUID(), roles: ['owner'] };
  return { kind: 'operator', institutionId: kinds.has(Access.OPERATOR) ? institutionId : null };
}

/** Where the gateway has records: for each id of the path, its names in contracts, or the service of its record. */
const RECORDS: Readonly<Record<string, readonly string[]>> = {
  '/users/{id}': ['UserService PersonService SyncedUserService'],
  '/user-groups/{id}': ['UserGroupService userGroupId'],
  '/courses/{id}': ['CourseService'],
  '/locations/{id}': ['LocationService locationId'],
  '/rooms/{id}': ['RoomService'],
  '/appointments/{id}': ['AppointmentService'],
  '/curricula/{id}/versions/{versionId}': [
    'CurriculumService curriculaId',
    'CurriculumVersionService curriculaVersionId',
  ],
  '/continuing-education/{id}/versions/{versionId}': ['ProgramService studyProgramId', 'ProgramVersionService'],
  '/calendar-feeds/{id}': ['CalendarFeedService feedId'],
  '/time-tracking/logs/{id}': ['LogService RecordService'],
  '/webhook-endpoints/{id}/deliveries/{deliveryId}': ['EndpointService endpointId', 'DeliveryService'],
  '/events/{id}': ['EventService'],
};

async function idsOfRecords(): Promise<Meanings> {
  const ids: Record<string, () => string | undefined> = {};
  for (const [name, endpoint] of operations) {
    const named = name.startsWith('GET ') ? RECORDS[endpoint.path] : undefined;
    const found = named && (await pathOfRecord(school.client, endpoint, { member: school.member })).match(ID);
    for (const [place, names] of named?.entries() ?? [])
      for (const each of names.split(' ')) ids[each] = () => found?.[place];
  }
  const { id, clientId } = await newIntegration(school, 'Integration');
  return { ...ids, IntegrationService: () => id, integrationId: () => id, clientId: () => clientId };
}

const ID = /[0-9a-f]{8}-[0-9a-f-]{27}/g;
const none = () => undefined;
const TYPES = Object.values(feedTypes).map(({ type }) => type);

/** What services accept of what contracts do not bound. */
const MEANINGS: Meanings = {
  // The headers of a request hold no more.
  ...{ revisions: () => '"', otherThan: () => '"', none: () => false },
  ...{ sort: () => '2026-10-05T06:00:00.000Z', to: () => '2026-10-06T06:00:00.000Z' },
  // Positions of what is listed the newest first, too.
  oldestFirst: () => false,
  ...{ unset: none, omit: none, setupId: none, appointmentTypeId: none, templateId: none, clear: none },
  ...{ language: () => 'en-XA', endTime: () => '2026-10-05T07:00:00.000Z', types: ([place = 0]) => TYPES[place] },
  ...{ issuer: () => `https://x.example/${'x'.repeat(200)}`, url: () => `http://127.0.0.1:9/${'x'.repeat(2_000)}` },
};
const USER: Meanings = {
  email: () => `${randomUUID().padEnd(64, 'x')}@${`${'x'.repeat(60)}.`.repeat(4)}example`.slice(0, 320),
  code: () => randomUUID().padEnd(255, '"'),
};
const RESOURCE: Meanings = { type: none, types: none, resourceType: () => 'time_tracking_session' };

/** The same for one RPC. */
const OWN: Readonly<Record<string, Meanings>> = {
  'timetracking.v1.LogService/GetTotals': { to: () => '2026-10-06' },
  'timetracking.v1.LogService/ListMemberLogs': { to: () => '2026-10-06' },
  'timetracking.v1.LogService/ListMemberTotals': { to: () => '2026-10-06' },
  'timetracking.v1.CalendarService/ListCalendarDays': { sort: () => '2026-10-05', to: () => '2026-10-06' },
  'timetracking.v1.FindingService/ListFindings': {
    sort: () => `2026-10-05 ${school.member.userId} 1`,
    to: () => '2026-10-06',
  },
  'timetracking.v1.FindingService/CountFindings': { to: () => '2026-10-06' },
  'identity.v1.AuditStreamService/SetAuditStream': { kind: () => 2, secret: () => 'x'.repeat(1_024) },
  'timetracking.v1.MonthService/CloseMonth': { month: () => '2026-09' },
  'timetracking.v1.RecordService/ListTotals': { to: () => '2026-10-06' },
  'timetracking.v1.TemplateService/ListTimestampTemplates': { sort: () => '1' },
  'curricula.v1.PathwayService/ListPathways': { sort: () => '1' },
  ...{ 'directory.v1.UserService/CreateUser': USER, 'directory.v1.UserService/UpdateUser': USER },
  ...{ 'webhooks.v1.EventService/ListLatestEvents': RESOURCE, 'webhooks.v1.EventService/ListEvents': RESOURCE },
};

/** Those whose largest request only other tests of turns can make: of the gateway's operations, of files, and below. */
const INVALID = new Set([
  ...services.map(({ name }) => `${name}.v1.ImportService/Import`),
  'directory.v1.PeopleImportService/CreatePeopleImport',
  'timetracking.v1.CalendarService/CreateCalendarImport',
  ...['CreateLog', 'UpdateLog', 'BulkCreateLogs'].map((each) => `timetracking.v1.LogService/${each}`),
]);

/** Requests whose bytes are in a format that a contract does not say. */
const MADE: Readonly<Record<string, () => object>> = {
  'activity.v1.RequestService/ForgetPerson': () => ({
    ...{ institutionId: school.id, userId: randomUUID() },
    page: { size: 500 },
    personTexts: Array.from({ length: 20 }, () => 'x'.repeat(2_048)),
  }),
  'activity.v1.RequestService/RecordRequests': () =>
    recording(
      system,
      school,
      Array.from({ length: 500 }, (_, n) => ({
        ...{ integrationId: randomUUID(), ago: n * 3_600_000, path: 'x'.repeat(2_000), userAgent: 'x'.repeat(200) },
        ...{ status: 400, detail: 'x'.repeat(1_000), errors: JSON.stringify('"'.repeat(2_000)) },
      })),
    ),
};

it.each(rpcs)('the largest request of %s has short turns', async (name, method) => {
  const write = Object.values(successfulWrites).find(({ operation }) => operation === `lyceum.${name}`);
  const answer = await sendInShortTurns(async () => {
    const { path, json = {} } = (await write?.make(school)) ?? { path: '' };
    const { userId = school.member.userId, at = '2026-10-05T10:00:00Z' } = json as Readonly<Record<string, unknown>>;
    const own = path.match(ID)?.at(-1);
    const known = ids[method.parent.name] ?? (() => randomUUID());
    const meanings = {
      ...{ ...MEANINGS, ...school.ids, ...ids, id: own === undefined ? known : () => own },
      ...{
        value: () => userId,
        at: () => new Date(String(at)).toISOString(),
        courseId: () => school.courseId,
        ...OWN[name],
      },
    };
    const request = MADE[name]?.() ?? largestMessage(method.input, meanings, BODY_BOUNDS.bytes);
    return () =>
      system
        .call(callerOf(method))(method, request as never)
        .catch((error: unknown) => error);
  });
  expect(answer).toSatisfy((each) => !(each instanceof Error) || (each instanceof Refusal && !isFault(each)));
  expect(answer instanceof Refusal && answer.code === 'REQUEST_INVALID').toBe(INVALID.has(name));
});

/** The demo institution twenty times. */
function largeBundle() {
  const { institution, ...sections } = demoBundle();
  const { ref, name } = institution;
  const text = JSON.stringify(sections);
  const refs = new Set(Array.from(text.matchAll(/"ref":"([^"]*)"/g), ([, each]) => each));
  const copies = Array.from({ length: 20 }, (_, n) =>
    JSON.parse(text, (key, value) => {
      if (key === 'email') return `${n}-${value}`;
      return refs.has(value) || (key === 'code' && value) ? `${value}-${n}` : value;
    }),
  );
  const merged = Object.keys(sections).map((section) => [section, copies.flatMap((each) => each[section])]);
  return { institution: { ref, name }, ...Object.fromEntries(merged) };
}

it.each([
  ['an import', importBundle],
  ['the dry run of one', tryBundle],
])('%s of a large bundle has short turns', async (_, run) => {
  const call =
    (actor: Actor): Call =>
    (method, request) =>
      sendInShortTurns(async () => () => system.call(actor)(method, request), `${method}`);
  const { summaries } = await run({ bundle: largeBundle(), call });
  expect(summaries.length).toBeGreaterThan(10);
});

import { expect, it } from 'vitest';
import type { Endpoint } from '../../../gateway/endpoint/endpoint.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { ProblemExtensions } from '../../../gateway/schema/problem-extensions.ts';
import { MonthService } from '../../../proto/gen/lyceum/timetracking/v1/month_pb.ts';
import { openapiDocument } from '../../../site/openapi/document.ts';
import { OpenapiDocument } from '../../support/openapi-document.ts';
import { operations } from '../../support/operations.ts';
import { newAdministratorActor } from '../../support/probe/call-operation.ts';
import { changeSettings } from '../../support/test-directory.ts';
import type { TestAnswer } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';
import { Timetable } from '../../support/test-timetable.ts';
import { Member, must } from '../../time-tracking/member.ts';

/**
 * The extension members of a 409 about the conflicting record (decisions 3.6): documented for every operation that
 * returns them.
 */
const system = await TestSystem.start();
const school = await Timetable.in(system);
await changeSettings(school.institution, { rejectRoomConflicts: true });

const document = new OpenapiDocument(JSON.parse(JSON.stringify(openapiDocument(endpoints))));
/** Those of a conflict. */
const others = ['area', 'baseUrl', 'deliveriesLeft'];
const names = Object.keys(ProblemExtensions.properties).filter((name) => !others.includes(name));

/** Makes an operation return a 409 with extension members. */
type Conflict = () => Promise<TestAnswer>;

const conflicts: [operation: string, extension: string, conflict: Conflict][] = [
  ['POST /appointments', 'conflictingAppointment', async () => school.post(await booked())],
  [
    'POST /courses/{id}/appointments',
    'conflictingAppointment',
    async () =>
      school.client.post(`/courses/${school.id('courses/algebra')}/appointments`, school.body(await booked())),
  ],
  [
    'PATCH /appointments/{id}',
    'conflictingAppointment',
    async () => {
      const free = await school.create();
      return school.patch(free, await booked());
    },
  ],
  ['POST /time-tracking/sessions/start', 'activeSession', async () => (await open()).start('2026-10-05T09:00:00Z')],
  ['POST /time-tracking/sessions/start', 'conflictingLog', async () => (await logged()).start('2026-10-05T06:30:00Z')],
  [
    'POST /time-tracking/sessions/pause',
    'activeSession',
    async () => {
      const member = await open();
      must(200, await member.pause('2026-10-05T09:00:00Z'));
      return member.pause('2026-10-05T10:00:00Z');
    },
  ],
  ['POST /time-tracking/sessions/pause', 'closedActiveSession', async () => (await open()).pause(NEXT_DAY)],
  ['POST /time-tracking/sessions/resume', 'activeSession', async () => (await open()).resume('2026-10-05T09:00:00Z')],
  ['POST /time-tracking/sessions/resume', 'closedActiveSession', async () => (await open()).resume(NEXT_DAY)],
  ['POST /time-tracking/timestamps', 'closedActiveSession', async () => (await open()).timestamp(NEXT_DAY)],
  ['POST /time-tracking/logs', 'conflictingLog', async () => (await logged()).log(...HOURS)],
  [
    'PATCH /time-tracking/logs/{id}',
    'conflictingLog',
    async () => {
      const member = await logged();
      const { id } = must(201, await member.log('2026-10-05T08:00:00Z', '2026-10-05T09:00:00Z')).body.data;
      return member.change(id, { startTime: HOURS[0] });
    },
  ],
  ['POST /time-tracking/sessions/start', 'closedThrough', async () => (await afterClosing()).start(CLOSED[0])],
  ['POST /time-tracking/sessions/pause', 'closedThrough', async () => (await afterClosing()).pause(CLOSED[0])],
  ['POST /time-tracking/sessions/resume', 'closedThrough', async () => (await afterClosing()).resume(CLOSED[0])],
  ['POST /time-tracking/sessions/stop', 'closedThrough', async () => (await afterClosing()).stop(CLOSED[0])],
  ['POST /time-tracking/timestamps', 'closedThrough', async () => (await afterClosing()).timestamp(CLOSED[0])],
  ['POST /time-tracking/logs', 'closedThrough', async () => (await afterClosing()).log(...CLOSED)],
  [
    'PATCH /time-tracking/logs/{id}',
    'closedThrough',
    async () => {
      const member = await afterClosing();
      const { id } = must(201, await member.log(...HOURS)).body.data;
      return member.change(id, { startTime: CLOSED[0] });
    },
  ],
];

const CLOSED = ['2026-09-07T08:00:00Z', '2026-09-07T09:00:00Z'] as const;
const closing = system.call(newAdministratorActor(school.institution.id))(MonthService.method.closeMonth, {
  month: '2026-09',
});

/** A member of the institution whose September is closed. */
async function afterClosing(): Promise<Member> {
  await closing;
  return Member.create(school.client);
}

it.each(conflicts)('%s answers 409 with %s as the document shows it', async (name, extension, conflict) => {
  const endpoint = endpointOf(name);
  const { body } = must(409, await conflict());
  expect(names.filter((each) => each in body)).toEqual([extension]);
  expect(document.faultsOf(endpoint, 409, body)).toEqual([]);
  const shown = shownBy(endpoint).find((example) => extension in example);
  expect(Object.keys(shown?.[extension] ?? {})).toEqual(Object.keys(body[extension]));
});

// No request makes stopping a session overlap: no record can begin after the start of the open session. It is
// documented nevertheless.
it('no other operation shows extensions', () => {
  const shown = operations.flatMap(([name, endpoint]) =>
    shownBy(endpoint).flatMap((example) =>
      names.filter((extension) => extension in example).map((extension) => `${name} ${extension}`),
    ),
  );
  const answered = conflicts.map(([name, extension]) => `${name} ${extension}`);
  expect([...new Set(shown)].sort()).toEqual([...answered, 'POST /time-tracking/sessions/stop conflictingLog'].sort());
});

it.each(names)('%s is held to its schema', async (extension) => {
  const endpoint = operations.map(([, each]) => each).find((each) => shownBy(each).some((shown) => extension in shown));
  if (!endpoint) throw new Error(`no operation shows ${extension}`);
  const example = shownBy(endpoint).find((shown) => extension in shown) ?? {};
  for (const bad of [null, 'x', {}, { ...(example[extension] as object), id: null }])
    expect(document.faultsOf(endpoint, 409, { ...example, [extension]: bad })).not.toEqual([]);
});

const NOBODY = '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0fff';
const rooms = [{ roomId: NOBODY }];
const references: [operation: string, ask: () => Promise<TestAnswer>][] = [
  ['POST /appointments', () => school.post({ rooms })],
  [
    'POST /courses/{id}/appointments',
    () => school.client.post(`/courses/${school.id('courses/algebra')}/appointments`, school.body({ rooms })),
  ],
  ['PATCH /appointments/{id}', async () => school.patch(await school.create(), { rooms })],
  [
    'POST /continuing-education',
    () =>
      school.client.post('/continuing-education', { name: 'Care', initialVersionName: '1', curriculaIds: [NOBODY] }),
  ],
  ['POST /time-tracking/timestamps', async () => (await open()).post('/timestamps', { templateId: NOBODY })],
];

it.each(references)('%s answers an id that stands for nothing as the document shows it', async (name, ask) => {
  const { status, body } = await ask();
  const endpoint = endpointOf(name);
  const shown = problemsOf(endpoint, status).find(({ errors }) => errors?.[0]?.code === 'invalid_reference');
  expect(shown).toMatchObject({ code: body.code, detail: body.detail, errors: body.errors });
  expect(body.errors).toHaveLength(1);
});

const HOURS = ['2026-10-05T06:00:00Z', '2026-10-05T07:00:00Z'] as const;
const NEXT_DAY = '2026-10-06T08:00:00Z';

/** Requests for a room at a booked time, each on a different day. */
async function booked(): Promise<object> {
  day += 1;
  const fields = { rooms: [{ roomId: school.id('rooms/hall') }], dateTime: `2026-11-${day}T08:00:00Z` };
  await school.create(fields);
  return fields;
}
let day = 9;

/** A member clocked in since the morning. */
async function open(): Promise<Member> {
  const member = await Member.create(school.client);
  must(201, await member.start('2026-10-05T06:00:00Z'));
  return member;
}

/** A member who has worked for an hour. */
async function logged(): Promise<Member> {
  const member = await Member.create(school.client);
  must(201, await member.log(...HOURS));
  return member;
}

function endpointOf(name: string): Endpoint {
  const found = operations.find(([each]) => each === name);
  if (!found) throw new Error(`no operation ${name}`);
  return found[1];
}

/** The documented problems with status 409 of an operation. */
function shownBy(endpoint: Endpoint): Record<string, unknown>[] {
  return problemsOf(endpoint, 409);
}

interface Shown extends Record<string, unknown> {
  readonly errors?: readonly { readonly code: string }[];
}

function problemsOf({ path, method }: Endpoint, status: number): Shown[] {
  const response = document.resolve(document.root.paths[path][method.toLowerCase()].responses[status]);
  const examples: Record<string, { value: Shown }> = response?.content['application/problem+json'].examples ?? {};
  return Object.values(examples).map(({ value }) => value);
}

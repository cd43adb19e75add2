import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { WriteEndpoint } from '../../../gateway/endpoint/endpoint.ts';
import { boundsOf, faultsIn, fieldsOf, type Schema } from '../../support/body-faults.ts';
import { bodyNaming, pathWith } from '../../support/operations.ts';
import { writeOperations } from '../../support/sent-writes.ts';
import { TestSystem } from '../../support/test-system.ts';

/** What every body takes, and the faults of each of its fields (decisions 1.5 to 1.8, 3.1). */
const system = await TestSystem.start();
const { id: schoolId } = await system.newInstitution();

const USER = {
  email: 'email 0..320',
  name: 'not-blank 1..255',
  firstName: 'not-blank 1..255?',
  lastName: 'not-blank 1..255?',
  image: 'text 1..2048?',
  code: 'text 1..255 ^$|\\S?',
};
const APPOINTMENT = {
  title: 'text 1..255',
  notes: 'text 0..10000',
  dateTime: 'date-time',
  duration: 'integer 1..2147483647',
  courseIds: 'list 1..200 of text 1..64',
  isOnline: 'boolean',
  isHybrid: 'boolean',
  onlineAddress: 'uri 1..2048',
  address: 'text 0..500',
  location: 'text 0..500',
  rooms: 'list 0..100 of objects',
  'rooms/roomId': 'text 1..64!',
  'rooms/setupId': 'text 1..64?',
  organizerIds: 'list 0..200 of text 1..64',
  userIds: 'list 0..1000 of text 1..64',
  userGroupIds: 'list 0..200 of text 1..64',
  appointmentTypeId: 'text 1..64?',
};
const ENDPOINT = {
  url: 'text 1..2048',
  description: 'text 1..500 ^$|\\S?',
  types: 'list 0..100 of text 1..64',
  isEnabled: 'boolean',
};
const LOG = {
  startTime: 'date-time',
  endTime: 'date-time',
  pauses: 'list 0..200 of objects',
  'pauses/startTime': 'date-time!',
  'pauses/endTime': 'date-time!',
  note: 'text 0..2000?',
};
const PUNCH = { at: 'date-time' };

/** The same fields with another mark. */
const marked = (fields: Readonly<Record<string, string>>, mark: string, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).map(([name, kind]) => [name, names.includes(name) ? kind + mark : kind]));

const CLEARED = 'notes isOnline isHybrid onlineAddress address location rooms organizerIds userIds userGroupIds';

/** For each operation with a body, its fields, but for those that name its member. */
const FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'POST /users': marked(USER, '!', ['email']),
  'PATCH /users/{id}': { ...USER, isArchived: 'boolean' },
  'POST /appointments': marked(APPOINTMENT, '!', ['title', 'dateTime', 'duration', 'courseIds']),
  'POST /courses/{id}/appointments': marked(APPOINTMENT, '!', ['title', 'dateTime', 'duration']),
  'PATCH /appointments/{id}': marked(APPOINTMENT, '?', CLEARED.split(' ')),
  'POST /calendar-feeds': {
    name: 'not-blank 1..255!',
    courseId: 'text 1..64',
    roomId: 'text 1..64',
    organizerId: 'text 1..64',
    userId: 'text 1..64',
  },
  'POST /curricula/{id}/versions/{versionId}/pathways': {
    position: 'integer 0..1000000',
    name: 'not-blank 1..255!',
    type: 'FIXED|SELECTABLE_FOCUS!',
    description: 'text 0..10000',
  },
  'POST /continuing-education': {
    name: 'not-blank 1..255!',
    objective: 'text 0..10000',
    code: 'text 0..255',
    defaultStudyTime: 'integer 0..2147483647',
    hasCohorts: 'boolean',
    initialVersionName: 'not-blank 1..255',
    curriculaIds: 'list 0..200 of text 1..64',
  },
  'POST /continuing-education/{id}/versions': { versionName: 'not-blank 1..255!' },
  'PATCH /continuing-education/{id}/versions/{versionId}': { name: 'not-blank 1..255' },
  'POST /time-tracking/sessions/start': PUNCH,
  'POST /time-tracking/sessions/pause': PUNCH,
  'POST /time-tracking/sessions/resume': PUNCH,
  'POST /time-tracking/sessions/stop': PUNCH,
  'POST /time-tracking/timestamps': { ...PUNCH, templateId: 'text 1..64?', label: 'text 1..255' },
  'POST /time-tracking/logs': marked(LOG, '!', ['startTime', 'endTime']),
  'PATCH /time-tracking/logs/{id}': LOG,
  'POST /webhook-endpoints': marked(ENDPOINT, '!', ['url']),
  'PATCH /webhook-endpoints/{id}': ENDPOINT,
  'POST /webhook-endpoints/{id}/replay': {
    fromSequence: `integer 0..${Number.MAX_SAFE_INTEGER}!`,
    toSequence: `integer 0..${Number.MAX_SAFE_INTEGER}`,
  },
};

/** Those whose body is checked as a whole; the parts of a bulk fail one by one, and have tests of their own. */
const operations = writeOperations.filter(([, { body, accept }]) => body && !accept);

/** The schema without the fields that name a member. */
function schemaOf({ body, member }: WriteEndpoint): Schema {
  const schema = body as unknown as Schema;
  const naming = member ? ['userId', 'email', 'code'] : [];
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => !naming.includes(name));
  return { ...schema, properties: Object.fromEntries(fields) };
}

it('every operation with a body takes these fields', () => {
  const taken = operations.map(([name, endpoint]) => [name, fieldsOf(schemaOf(endpoint))]);
  expect(Object.fromEntries(taken)).toEqual(FIELDS);
});

it('four creates refuse with 400, all others with 422', () => {
  const refuse = writeOperations.flatMap(([name, { bodyFaultStatus }]) => (bodyFaultStatus === 400 ? [name] : []));
  expect(refuse.sort()).toEqual([
    'POST /appointments',
    'POST /continuing-education',
    'POST /courses/{id}/appointments',
    'POST /curricula/{id}/versions/{versionId}/pathways',
  ]);
});

describe.each(operations)('%s', (_, endpoint) => {
  const { code: __, ...named } = { code: undefined, ...(endpoint.bodyExample as object) };
  const example = endpoint.member
    ? { ...named, ...bodyNaming(endpoint, { userId: randomUUID() }) }
    : endpoint.bodyExample;
  const sound = example as object;
  const schema = schemaOf(endpoint);
  const refused = [endpoint.bodyFaultStatus, endpoint.bodyFaultStatus === 400 ? 'bad_request' : 'validation_failed'];

  /** Sends bodies, and expects the one fault of each. */
  async function expectFaults(faults: readonly (readonly [body: unknown, pointer: string, code: string])[]) {
    const client = await system.newClient(schoolId);
    for (const [json, pointer, code] of faults) {
      const request = { json, key: true, ifMatch: '*' } as const;
      const { status, body } = await client.send(endpoint.method, pathWith(endpoint, randomUUID()), request);
      // What is no text is none of the choices, either.
      const errors = body.errors?.filter((each: { code: string }) => code !== 'invalid_type' || each.code === code);
      expect([json, status, body.code, errors]).toEqual([
        json,
        ...refused,
        [expect.objectContaining({ pointer, code })],
      ]);
    }
  }

  it(`${endpoint.bodyFaultStatus}: every fault of every field`, () =>
    expectFaults(faultsIn(schema, sound).filter(([json]) => typeof json === 'object' && !Array.isArray(json) && json)));

  it(`${endpoint.bodyFaultStatus}: what only answers have, and other names of no field`, async () => {
    const own = Object.keys(schema.properties ?? {});
    const shown = Object.keys(endpoint.data?.properties ?? {}).filter((name) => !own.includes(name));
    const member = endpoint.member ? ['userId'] : [];
    const names = [
      ...shown.filter((name) => !member.includes(name)),
      '__proto__',
      'constructor',
      own[0]?.toUpperCase(),
    ];
    await expectFaults([
      ...names.map((name = '') => [{ ...sound, [name]: {} }, `/${name}`, 'unknown_field'] as const),
      [{ ...sound, 'a/b~c.d': 1 }, '/a~1b~0c.d', 'unknown_field'],
      [{ ...sound, 'a\0': 1 }, '/a\0', 'invalid_string'],
      [{ ...sound, 'a\udfff': 1 }, '/a\ufffd', 'invalid_string'],
    ]);
  });

  const lists = Object.keys(schema.properties ?? {}).filter((each) => each.endsWith('Ids'));
  it.runIf(lists.length > 0)(`${endpoint.bodyFaultStatus}: an id twice, in two cases`, () =>
    expectFaults([
      ...lists.map((name) => [{ ...sound, [name]: ['0a', 'y', '0A'] }, `/${name}/2`, 'invalid_value'] as const),
      ...('rooms' in (schema.properties ?? {})
        ? [
            [
              { ...sound, rooms: [{ roomId: 'a' }, { roomId: 'A', setupId: 'y' }] },
              '/rooms/1/roomId',
              'invalid_value',
            ] as const,
          ]
        : []),
    ]),
  );

  it('takes the least and the greatest value of every field', () =>
    expectFaults(
      Object.entries(schema.properties ?? {}).flatMap(([name, field]) =>
        boundsOf(field).map((value) => [{ ...sound, [name]: value, nope: 1 }, '/nope', 'unknown_field'] as const),
      ),
    ));

  it(`${endpoint.bodyFaultStatus}: all faults of a body at once`, async () => {
    const client = await system.newClient(schoolId);
    const required = (schema.required ?? []).map((name) => `/${name} required`);
    const naming = bodyNaming(endpoint, { userId: randomUUID() });
    const request = { json: { ...naming, more: 1, nope: 1 }, key: true, ifMatch: '*' } as const;
    const { body } = await client.send(endpoint.method, pathWith(endpoint, randomUUID()), request);
    const faults = body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    expect(faults.sort()).toEqual([...required, '/more unknown_field', '/nope unknown_field'].sort());
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { WriteEndpoint } from '../../gateway/endpoint/endpoint.ts';
import { ImportService as CurriculaImports } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { ImportService } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { IntegrationService } from '../../proto/gen/lyceum/directory/v1/integration_pb.ts';
import { operations } from '../support/operations.ts';
import { importSomethingOfEverything, livingPath, type Naming } from '../support/something-of-everything.ts';
import { type AuditRow, auditStateOf } from '../support/test-audit.ts';
import type { TestAnswer, TestClient } from '../support/test-client.ts';
import { newEmail, newUser } from '../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../support/test-system.ts';
import { newAppointment } from '../support/test-timetable.ts';
import { timeOperations } from '../support/time-operations.ts';
import { Member } from '../time-tracking/member.ts';

/** What the databases record of every write: who, what, from which version to which. */
let system: TestSystem;
let school: TestInstitution;
let client: TestClient;
let administrator: string;
let courseId: string;
let layerId: string;
let member: Naming;

beforeAll(async () => {
  system = await TestSystem.start();
  school = await system.newInstitution();
  ({ member } = await importSomethingOfEverything(school));
  [{ id: courseId, layerId }] = (await school.client.get('/courses')).body.data;
  administrator = (await newUser(school.client)).id;
  client = await system.newClient(school.id, administrator);
});
afterAll(() => system.stop());
beforeEach(() => system.clock.advance(1_000));

interface Change {
  readonly resource: string;
  readonly resource_id: string;
  readonly version_before: string | null;
  readonly version_after: string | null;
}

/** What work changes, by the resources themselves, and what is recorded of it. */
async function watch<T>(work: () => Promise<T>) {
  const before = await auditStateOf(system, school.id);
  const result = await work();
  const after = await auditStateOf(system, school.id);
  const changes = [...new Set([...before.revisions.keys(), ...after.revisions.keys()])].flatMap((key): Change[] => {
    const [resource = '', resource_id = ''] = key.split(' ');
    const [version_before, version_after] = [before.revisions.get(key) ?? null, after.revisions.get(key) ?? null];
    return version_before === version_after ? [] : [{ resource, resource_id, version_before, version_after }];
  });
  const known = new Set(before.records.map(placeOf));
  const records = after.records.filter((record) => !known.has(placeOf(record)));
  return { result, changes: sorted(changes), records, recorded: sorted(records.map(changeOf)) };
}

const placeOf = ({ service, sequence }: AuditRow) => `${service} ${sequence}`;
const sorted = (changes: readonly Change[]) =>
  changes.toSorted((a, b) => `${a.resource} ${a.resource_id}`.localeCompare(`${b.resource} ${b.resource_id}`));
const changeOf = ({ resource, resource_id, version_before, version_after }: AuditRow): Change => ({
  resource,
  resource_id,
  version_before,
  version_after,
});

interface Request {
  readonly path: string;
  readonly json?: object;
}

/** What makes an operation of each kind succeed, and the RPC that does it. */
const writes: Readonly<
  Record<string, readonly [operation: string, resources: string[], make: () => Promise<Request>]>
> = {
  'POST /users': [
    'lyceum.directory.v1.UserService/CreateUser',
    ['user'],
    async () => ({ path: '/users', json: { email: newEmail(), name: 'A' } }),
  ],
  'PATCH /users/{id}': [
    'lyceum.directory.v1.UserService/UpdateUser',
    ['user'],
    async () => ({ path: (await newUser(client)).path, json: { name: randomUUID() } }),
  ],
  'POST /appointments': [
    'lyceum.scheduling.v1.AppointmentService/CreateAppointment',
    ['appointment'],
    async () => ({ path: '/appointments', json: { ...LECTURE, courseIds: [layerId] } }),
  ],
  'POST /courses/{id}/appointments': [
    'lyceum.scheduling.v1.AppointmentService/CreateAppointment',
    ['appointment'],
    async () => ({ path: `/courses/${courseId}/appointments`, json: LECTURE }),
  ],
  'PATCH /appointments/{id}': [
    'lyceum.scheduling.v1.AppointmentService/UpdateAppointment',
    ['appointment'],
    async () => ({ path: `/appointments/${await newAppointment(client, layerId)}`, json: { title: 'New' } }),
  ],
  'DELETE /appointments/{id}': [
    'lyceum.scheduling.v1.AppointmentService/DeleteAppointment',
    ['appointment'],
    async () => ({ path: `/appointments/${await newAppointment(client, layerId)}` }),
  ],
  'POST /curricula/{id}/versions/{versionId}/pathways': [
    'lyceum.curricula.v1.PathwayService/CreatePathway',
    ['curriculum_version', 'pathway'],
    async () => ({
      path: await pathOf('GET /curricula/{id}/versions/{versionId}/pathways'),
      json: { name: 'P', type: 'FIXED' },
    }),
  ],
  'POST /continuing-education': [
    'lyceum.curricula.v1.ProgramService/CreateProgram',
    ['program', 'program_version'],
    async () => ({ path: '/continuing-education', json: { name: 'Care' } }),
  ],
  'POST /continuing-education/{id}/versions': [
    'lyceum.curricula.v1.ProgramVersionService/CreateProgramVersion',
    ['program', 'program_version'],
    async () => ({ path: await pathOf('GET /continuing-education/{id}/versions'), json: { versionName: 'V' } }),
  ],
  'PATCH /continuing-education/{id}/versions/{versionId}': [
    'lyceum.curricula.v1.ProgramVersionService/UpdateProgramVersion',
    ['program', 'program_version'],
    async () => ({
      path: await pathOf('GET /continuing-education/{id}/versions/{versionId}'),
      json: { name: randomUUID() },
    }),
  ],
  'POST /time-tracking/sessions/start': time('SessionService/StartSession'),
  'POST /time-tracking/sessions/pause': time('SessionService/PauseSession'),
  'POST /time-tracking/sessions/resume': time('SessionService/ResumeSession'),
  'POST /time-tracking/sessions/stop': time('SessionService/StopSession'),
  'POST /time-tracking/timestamps': time('SessionService/AddTimestamp'),
  'POST /time-tracking/logs': time('LogService/CreateLog'),
  'POST /time-tracking/logs/bulk': time('LogService/BulkCreateLogs'),
  'PATCH /time-tracking/logs/{id}': time('LogService/UpdateLog'),
};

const LECTURE = { title: 'Lecture', dateTime: '2026-10-12T08:00:00Z', duration: 90 };

function time(rpc: string) {
  return [`lyceum.timetracking.v1.${rpc}`, ['time_record'], async () => ({ path: '' })] as const satisfies [
    string,
    string[],
    () => Promise<Request>,
  ];
}

async function pathOf(read: string): Promise<string> {
  const [, endpoint] = operations.find(([name]) => name === read) ?? [];
  if (!endpoint) throw new Error(`no operation ${read}`);
  return livingPath(client, endpoint, { member });
}

async function requestOf(name: string, make: () => Promise<Request>): Promise<Request> {
  const timed = timeOperations.find((each) => each.name === name);
  if (!timed) return make();
  const worker = await Member.create(client);
  const { path, body } = await timed.prepare(worker);
  return { path, json: { ...body, userId: worker.userId } };
}

const endpoints = operations.flatMap(([name, endpoint]) =>
  endpoint.kind === 'write' ? [[name, endpoint] as const] : [],
);
const send = ({ method, idempotencyKey }: WriteEndpoint, { path, json }: Request, key: string): Promise<TestAnswer> =>
  client.send(method, path, {
    ...(json === undefined ? {} : { json }),
    ...(idempotencyKey ? { key } : {}),
    ifMatch: '*',
  });

describe.each(endpoints)('%s', (name, endpoint) => {
  it('leaves exactly the record of each change, and none of a replay or a refusal', async () => {
    const [operation, resources, make] = writes[name] ?? [];
    if (!operation || !make) throw new Error(`Say above what makes ${name} succeed, and what it changes.`);
    const [request, key] = [await requestOf(name, make), randomUUID()];
    const { result: answer, changes, records, recorded } = await watch(() => send(endpoint, request, key));
    expect([answer.status, answer.text]).toEqual([endpoint.success, answer.text]);
    expect(changes.map(({ resource }) => resource)).toEqual(resources);
    expect(recorded).toEqual(changes);
    const integrationId = records[0]?.actor_id;
    for (const record of records)
      expect(record).toMatchObject({
        actor: 'integration',
        on_behalf_of: administrator,
        operation,
        request_id: answer.headers.get('x-request-id'),
        recorded_at: new Date(system.clock.now()),
        actor_id: integrationId,
        cause: null,
      });
    const { integrations } = await system.operator(school.id)(IntegrationService.method.listIntegrations, {});
    expect(integrations.find(({ id }) => id === integrationId)?.clientId).toBe(client.clientId);

    const again = await watch(async () => {
      if (endpoint.idempotencyKey)
        expect((await send(endpoint, request, key)).headers.get('idempotency-replayed')).toBe('true');
      const unknown = { path: request.path, json: { ...request.json, nope: 1 } };
      if (endpoint.body) expect((await send(endpoint, unknown, randomUUID())).status).toBe(endpoint.bodyFaultStatus);
      return client.send(endpoint.method, `${request.path}x`, { json: request.json ?? {}, key: true, ifMatch: '"x"' });
    });
    expect([again.changes, again.recorded]).toEqual([[], []]);
  });
});

describe('a write of a client', () => {
  it('that changes nothing leaves none, and one with a stale If-Match none', async () => {
    const user = await newUser(client, { name: 'Same' });
    const { recorded } = await watch(async () => {
      expect((await client.patch(user.path, { name: 'Same' }, { ifMatch: user.etag })).status).toBe(200);
      expect((await client.patch(user.path, { name: 'Other' }, { ifMatch: '"stale"' })).status).toBe(412);
    });
    expect(recorded).toEqual([]);
  });

  it('sent fifty times at once with one key leaves one', async () => {
    const key = randomUUID();
    const json = { email: newEmail(), name: 'A' };
    const { changes, recorded } = await watch(() =>
      Promise.all(Array.from({ length: 50 }, () => client.post('/users', json, { key }))),
    );
    expect(recorded).toHaveLength(1);
    expect(recorded).toEqual(changes);
  });

  it('that closes a forgotten session and is refused leaves the record of the close', async () => {
    const worker = await Member.create(client);
    expect((await worker.start('2026-10-01T08:00:00Z')).status).toBe(201);
    const { result, records, changes, recorded } = await watch(() => worker.pause('2026-10-03T08:00:00Z'));
    expect(result.status).toBe(409);
    expect(recorded).toHaveLength(1);
    expect(recorded).toEqual(changes);
    expect(records[0]?.request_id).toBe(result.headers.get('x-request-id'));
  });

  it('of 500 logs leaves the record of each', async () => {
    const worker = await Member.create(client);
    const items = Array.from({ length: 500 }, (_, n) => ({
      startTime: new Date(Date.UTC(2025, 0, 1, n)).toISOString(),
      endTime: new Date(Date.UTC(2025, 0, 1, n, 45)).toISOString(),
    }));
    const { changes, recorded } = await watch(() => worker.bulk(items));
    expect(recorded).toHaveLength(500);
    expect(recorded).toEqual(changes);
  });
});

describe('a write of an operator', () => {
  it('leaves records without an integration, none where nothing changes', async () => {
    const records = [
      { ref: 'o1', email: newEmail(), name: 'A' },
      { ref: 'o2', email: newEmail(), name: 'B' },
    ];
    const importing = () => system.operator(school.id)(ImportService.method.importUsers, { records });
    const first = await watch(importing);
    expect(first.recorded).toHaveLength(2);
    expect(first.recorded).toEqual(first.changes);
    for (const record of first.records)
      expect(record).toMatchObject({
        actor: 'operator',
        actor_id: null,
        operation: 'lyceum.directory.v1.ImportService/ImportUsers',
      });
    expect((await watch(importing)).recorded).toEqual([]);
    // Each takes the other's email: their keys are given up in between, which is no record of its own.
    const [one, two] = records.map(({ email }) => email).toReversed();
    const swapped = records.map((record, n) => ({ ...record, email: (n === 0 ? one : two) ?? '' }));
    const swap = await watch(() => system.operator(school.id)(ImportService.method.importUsers, { records: swapped }));
    expect(swap.recorded).toHaveLength(2);
    expect(swap.recorded).toEqual(swap.changes);
  });

  it('tells of integrations, without their secrets, and of settings', async () => {
    const { result, changes, recorded } = await watch(() =>
      system.operator(school.id)(IntegrationService.method.createIntegration, { name: 'Door' }),
    );
    expect(recorded).toEqual(changes);
    const { clientId, id } = result.integration ?? { clientId: '', id: '' };
    for (const act of [
      () => system.operator()(IntegrationService.method.rotateIntegrationSecret, { clientId }),
      () => system.operator()(IntegrationService.method.deactivateIntegration, { clientId }),
    ]) {
      const done = await watch<unknown>(act);
      expect(done.recorded).toEqual(done.changes);
      expect(done.recorded).toMatchObject([{ resource: 'integration', resource_id: id }]);
    }
    const set = await watch(() =>
      system.operator(school.id)(InstitutionService.method.setInstitutionSettings, {
        change: { rejectRoomConflicts: true },
      }),
    );
    expect(set.recorded).toEqual(set.changes);
    expect(set.recorded).toMatchObject([{ resource: 'institution', resource_id: school.id }]);
    expect(JSON.stringify((await auditStateOf(system, school.id)).records)).not.toContain(result.clientSecret);
  });

  it('of an institution begins its records', async () => {
    const other = await system.newInstitution();
    const { records, revisions } = await auditStateOf(system, other.id);
    expect(records[0]).toMatchObject({ actor: 'operator', resource: 'institution', resource_id: other.id });
    const all = records.map(changeOf);
    const there = [...revisions].map(([key, version_after]) => {
      const [resource, resource_id] = key.split(' ');
      return { resource, resource_id, version_before: null, version_after };
    });
    expect(all).toEqual(there);
  });

  it('of parts alone tells of what they are parts of', async () => {
    const records = [{ ref: 'moved', name: 'M', versions: [{ ref: 'mv', version: '1', name: 'V' }] }];
    const importing = (terms: object[]) => () =>
      system.operator(school.id)(CurriculaImports.method.importCurricula, {
        records: records.map((record) => ({
          ...record,
          versions: record.versions.map((version) => ({ ...version, terms })),
        })) as never,
      });
    await importing([])();
    const added = await watch(importing([{ ref: 'term', name: 'T', position: 0 }]));
    expect(added.recorded).toEqual(added.changes);
    expect(added.recorded.map(({ resource }) => resource)).toContain('curriculum_version');
  });
});

it('what is there is what was recorded last', async () => {
  const { records, revisions } = await auditStateOf(system, school.id);
  const last = new Map<string, string | null>();
  for (const { resource, resource_id, version_before, version_after } of records) {
    const key = `${resource} ${resource_id}`;
    expect([key, version_before]).toEqual([key, last.get(key) ?? null]);
    last.set(key, version_after);
  }
  const there = new Map([...last].filter(([, version]) => version !== null));
  expect(there).toEqual(revisions);
});

import { randomUUID } from 'node:crypto';
import { Member } from '../time-tracking/member.ts';
import { type Naming, pathOfRecord } from './one-of-each-record.ts';
import { operations } from './operations.ts';
import { newCalendarFeed } from './test-calendar-feeds.ts';
import type { TestClient } from './test-client.ts';
import { newEmail, newUser } from './test-directory.ts';
import { newAppointment } from './test-timetable.ts';
import { newDelivery, newEndpoint, newProvenEndpoint } from './test-webhooks.ts';
import { timeOperations } from './time-operations.ts';

/** An institution with records of every kind, and its writers. */
interface School {
  readonly client: TestClient;
  readonly courseId: string;
  readonly layerId: string;
  readonly member: Naming;
}

interface Request {
  readonly path: string;
  readonly json?: object;
}

interface SuccessfulWrite {
  /** The full name of the RPC behind it. */
  readonly operation: string;
  /** The resources it changes, in alphabetical order. */
  readonly resources: readonly string[];
  /** Those about which it leaves a record, though they stay as they are. */
  readonly noted?: readonly string[];
  make(school: School): Promise<Request>;
}

const LECTURE = { title: 'Lecture', dateTime: '2026-10-12T08:00:00Z', duration: 90 };

interface Request {
  readonly path: string;
  readonly json?: object;
}

/** For each write operation, a request that succeeds every time. */
export const successfulWrites: Readonly<Record<string, SuccessfulWrite>> = {
  'POST /users': {
    operation: 'lyceum.directory.v1.UserService/CreateUser',
    resources: ['user'],
    make: async () => ({ path: '/users', json: { email: newEmail(), name: 'A' } }),
  },
  'PATCH /users/{id}': {
    operation: 'lyceum.directory.v1.UserService/UpdateUser',
    resources: ['user'],
    make: async ({ client }) => ({ path: (await newUser(client)).path, json: { name: randomUUID() } }),
  },
  'POST /appointments': {
    operation: 'lyceum.scheduling.v1.AppointmentService/CreateAppointment',
    resources: ['appointment'],
    make: async ({ layerId }) => ({ path: '/appointments', json: { ...LECTURE, courseIds: [layerId] } }),
  },
  'POST /courses/{id}/appointments': {
    operation: 'lyceum.scheduling.v1.AppointmentService/CreateAppointment',
    resources: ['appointment'],
    make: async ({ courseId }) => ({ path: `/courses/${courseId}/appointments`, json: LECTURE }),
  },
  'PATCH /appointments/{id}': {
    operation: 'lyceum.scheduling.v1.AppointmentService/UpdateAppointment',
    resources: ['appointment'],
    make: async ({ client, layerId }) => ({
      path: `/appointments/${await newAppointment(client, layerId)}`,
      json: { title: 'New' },
    }),
  },
  'DELETE /appointments/{id}': {
    operation: 'lyceum.scheduling.v1.AppointmentService/DeleteAppointment',
    resources: ['appointment'],
    make: async ({ client, layerId }) => ({ path: `/appointments/${await newAppointment(client, layerId)}` }),
  },
  'POST /calendar-feeds': {
    operation: 'lyceum.identity.v1.CalendarFeedService/CreateCalendarFeed',
    resources: ['calendar_feed'],
    make: async ({ courseId }) => ({ path: '/calendar-feeds', json: { name: 'Course', courseId } }),
  },
  'DELETE /calendar-feeds/{id}': {
    operation: 'lyceum.identity.v1.CalendarFeedService/RevokeCalendarFeed',
    resources: ['calendar_feed'],
    make: async ({ client, courseId }) => ({ path: (await newCalendarFeed(client, { courseId })).path }),
  },
  'POST /curricula/{id}/versions/{versionId}/pathways': {
    operation: 'lyceum.curricula.v1.PathwayService/CreatePathway',
    resources: ['curriculum_version', 'pathway'],
    make: async (school) => ({
      path: await pathOf(school, 'GET /curricula/{id}/versions/{versionId}/pathways'),
      json: { name: 'P', type: 'FIXED' },
    }),
  },
  'POST /continuing-education': {
    operation: 'lyceum.curricula.v1.ProgramService/CreateProgram',
    resources: ['program', 'program_version'],
    make: async () => ({ path: '/continuing-education', json: { name: 'Care' } }),
  },
  'POST /continuing-education/{id}/versions': {
    operation: 'lyceum.curricula.v1.ProgramVersionService/CreateProgramVersion',
    resources: ['program', 'program_version'],
    make: async (school) => ({
      path: await pathOf(school, 'GET /continuing-education/{id}/versions'),
      json: { versionName: 'V' },
    }),
  },
  'PATCH /continuing-education/{id}/versions/{versionId}': {
    operation: 'lyceum.curricula.v1.ProgramVersionService/UpdateProgramVersion',
    resources: ['program', 'program_version'],
    make: async (school) => ({
      path: await pathOf(school, 'GET /continuing-education/{id}/versions/{versionId}'),
      json: { name: randomUUID() },
    }),
  },
  'POST /webhook-endpoints': {
    operation: 'lyceum.webhooks.v1.EndpointService/CreateEndpoint',
    resources: ['webhook_endpoint'],
    make: async () => ({
      path: '/webhook-endpoints',
      json: { url: 'http://127.0.0.1:9/', types: ['settings.updated'] },
    }),
  },
  'PATCH /webhook-endpoints/{id}': {
    operation: 'lyceum.webhooks.v1.EndpointService/UpdateEndpoint',
    resources: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: await newEndpoint(client), json: { description: randomUUID() } }),
  },
  'DELETE /webhook-endpoints/{id}': {
    operation: 'lyceum.webhooks.v1.EndpointService/DeleteEndpoint',
    resources: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: await newEndpoint(client) }),
  },
  'POST /webhook-endpoints/{id}/rotate-secret': {
    operation: 'lyceum.webhooks.v1.EndpointService/RotateEndpointSecret',
    resources: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: `${await newEndpoint(client)}/rotate-secret` }),
  },
  // Payload and time of a delivery are not records of the institution: the attempts document them.
  'POST /webhook-endpoints/{id}/test': {
    operation: 'lyceum.webhooks.v1.DeliveryService/SendTestEvent',
    resources: [],
    noted: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: `${await newEndpoint(client)}/test` }),
  },
  'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': {
    operation: 'lyceum.webhooks.v1.DeliveryService/Redeliver',
    resources: [],
    noted: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: `${await newDelivery(client, await newEndpoint(client))}/redeliver` }),
  },
  'POST /webhook-endpoints/{id}/replay': {
    operation: 'lyceum.webhooks.v1.DeliveryService/ReplayEvents',
    resources: [],
    noted: ['webhook_endpoint'],
    make: async ({ client }) => ({ path: `${await newProvenEndpoint(client)}/replay`, json: { fromSequence: 0 } }),
  },
  'POST /time-tracking/sessions/start': time('startSession', 'SessionService/StartSession'),
  'POST /time-tracking/sessions/pause': time('pauseSession', 'SessionService/PauseSession'),
  'POST /time-tracking/sessions/resume': time('resumeSession', 'SessionService/ResumeSession'),
  'POST /time-tracking/sessions/stop': time('stopSession', 'SessionService/StopSession'),
  'POST /time-tracking/timestamps': time('createTimestamp', 'SessionService/AddTimestamp'),
  'POST /time-tracking/logs': time('createLog', 'LogService/CreateLog'),
  'POST /time-tracking/logs/bulk': time('bulkCreateLogs', 'LogService/BulkCreateLogs'),
  'PATCH /time-tracking/logs/{id}': time('updateLog', 'LogService/UpdateLog'),
};

function time(operationId: string, rpc: string): SuccessfulWrite {
  return {
    operation: `lyceum.timetracking.v1.${rpc}`,
    resources: ['time_record'],
    async make({ client }) {
      const operation = timeOperations.find(({ endpoint }) => endpoint.operationId === operationId);
      if (!operation) throw new Error(`no operation ${operationId}`);
      const worker = await Member.create(client);
      const { path, body } = await operation.prepare(worker);
      return { path, json: { ...body, userId: worker.userId } };
    },
  };
}

async function pathOf({ client, member }: School, read: string): Promise<string> {
  const [, endpoint] = operations.find(([name]) => name === read) ?? [];
  if (!endpoint) throw new Error(`no operation ${read}`);
  return pathOfRecord(client, endpoint, { member });
}

import { hash } from 'node:crypto';
import { Agent, type RequestOptions, request } from 'node:http';
import { create, type DescField, type DescMessage, type Message, ScalarType } from '@bufbuild/protobuf';
import { decode, encode } from '../libraries/grpc-mux/index.ts';
import { MemoryRateLimiter } from '../libraries/sliding-window/index.ts';
import type { Router } from '../platform/calls/caller.ts';
import { silentLogger } from '../platform/observability/log.ts';
import { RequestRecorder } from './activity/request-recorder.ts';
import { Admission } from './admission/admission.ts';
import { Authenticator } from './admission/authenticator.ts';
import { readBasic } from './admission/basic-credentials.ts';
import { hintOf, type Identity } from './admission/known-client.ts';
import { WriteAllowance } from './admission/write-allowance.ts';
import { createApp, type GatewayOptions } from './app.ts';
import { GatewayCounts } from './http/gateway-counts.ts';
import { endpoints } from './routes/endpoints.ts';

/**
 * Has a gateway that nobody else knows answer some hundred requests, before the one that it resembles is ready: the
 * engine compiles code when it runs, so that the first requests of a new process would take many times as long as later
 * ones. Its services are here: each answers with a sample.
 * @returns the statuses of the answers
 */
export async function warmUp(options: GatewayOptions): Promise<readonly number[]> {
  const { clock, ids, limits } = options;
  const log = silentLogger;
  const institutionId = ids.newId();
  const actor = { kind: 'integration', institutionId, integrationId: ids.newId(), createdBy: null } as const;
  const identity: Identity = { actor, token: '', client: institutionId, tenant: actor };
  const authenticator = new Authenticator({
    read: readBasic,
    lookUp: async (_, secret) => ({ identity, liveSecrets: [hintOf(hash('sha256', secret, 'buffer'))] }),
    clock,
  });
  const app = await createApp({
    ...options,
    ...{ log, logRequests: false, tracing: undefined, console: undefined, router: samples, authenticator },
    rateLimits: new MemoryRateLimiter({ limit: Number.POSITIVE_INFINITY, windowMs: 60_000 }),
    admission: new Admission(limits, { clock, log }),
    writes: new WriteAllowance({ bytesPerDay: 0, log }),
    counts: new GatewayCounts(),
    recorder: new RequestRecorder({ send: async () => undefined, ids, log }),
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const authorization = `Basic ${Buffer.from(`${ids.newClientId()}:${institutionId}`).toString('base64')}`;
  const hot = endpoints.filter(({ operationId }) => HOT.has(operationId));
  const statuses: number[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    for (const endpoint of hot) {
      const { method, path, member } = endpoint;
      const query = method === 'GET' && member ? `?userId=${institutionId}` : '';
      const headers = { authorization, 'if-match': '*', 'idempotency-key': ids.newId() };
      const body = endpoint.kind === 'write' ? JSON.stringify(endpoint.bodyExample) : '';
      const sending = { agent, method, headers: body === '' ? headers : { ...headers, ...JSON_CONTENT } };
      statuses.push(await statusOf(`${url}/api/v4${path.replace('{id}', institutionId)}${query}`, sending, body));
    }
  }
  agent.destroy();
  await app.close();
  return statuses;
}

function statusOf(url: string, options: RequestOptions, body: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (answer) => {
      answer
        .on('error', reject)
        .on('end', () => resolve(answer.statusCode ?? 0))
        .resume();
    });
    sent.on('error', reject).end(body);
  });
}

const JSON_CONTENT = { 'content-type': 'application/json' };
const TURNS = 25;
/** What clients ask most, and each kind of endpoint. */
const HOT = new Set([
  ...['getUser', 'listUsers', 'createUser', 'updateUser', 'listCourses', 'listRooms', 'listEvents'],
  ...['getAppointment', 'listAppointments', 'createAppointment'],
  ...['startSession', 'stopSession', 'getActiveSession', 'listLogs', 'createLog'],
]);

/** Answers every call with a sample, encoded and decoded as over a network. */
const samples: Router = {
  transportOf: () => ({
    async invoke({ input, output }, request) {
      encode(input, request);
      return { message: decode(output, encode(output, sampleOf(output))) };
    },
  }),
};

/** A message with a value in every field. */
function sampleOf(schema: DescMessage, depth = 0): Message {
  const fields = schema.fields.filter(({ oneof, message }) => oneof === undefined && !(message && depth === MAX_DEPTH));
  return create(schema, Object.fromEntries(fields.map((field) => [field.localName, sampleValue(field, depth)])));
}

function sampleValue(field: DescField, depth: number): unknown {
  if (field.fieldKind === 'map') return {};
  const single = field.message
    ? sampleOf(field.message, depth + 1)
    : (field.enum?.values.at(-1)?.number ?? scalarOf(field.scalar));
  return field.fieldKind === 'list' ? [single] : single;
}

function scalarOf(kind: ScalarType | undefined): unknown {
  switch (kind) {
    case ScalarType.STRING:
      return INSTANT;
    case ScalarType.BYTES:
      return new Uint8Array();
    case ScalarType.BOOL:
      return false;
    case ScalarType.INT64:
      return 1n;
    default:
      return 1;
  }
}

const MAX_DEPTH = 4;
/** A text that is also valid where an instant is expected. */
const INSTANT = '2026-01-31T12:00:00.000Z';

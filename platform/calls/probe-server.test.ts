import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  Health,
  type HealthCheckResponse,
  type HealthListResponse,
  HealthCheckResponse_ServingStatus as State,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { DatabaseProxy } from '../../test/support/postgres/database-proxy.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { GrpcServer } from './grpc-server.ts';
import { LIVENESS } from './health-states.ts';
import { ProbeServer } from './probe-server.ts';
import { pathOf } from './remote-transport.ts';
import { definitionOf } from './served-methods.ts';

let probe: Probe;
let proxy: DatabaseProxy;
let server: GrpcServer;
let probes: ProbeServer;
let client: Client;
beforeEach(async () => {
  // The server checks its services periodically.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  probe = await startProbe();
  proxy = await DatabaseProxy.start(probe.databaseUrl);
  const service = probe.service({}, { databaseUrl: proxy.url });
  server = new GrpcServer({ address: '127.0.0.1:0', services: [service], verifier: testVerifier });
  probes = new ProbeServer('127.0.0.1:0', server.health);
  client = new Client(`127.0.0.1:${await probes.start()}`, credentials.createInsecure());
});
afterEach(async () => {
  client.close();
  await server.stop(1_000);
  probes.stop();
  await probe.stop();
  await proxy.stop();
  vi.useRealTimers();
});

/** Calls like a kubelet: a plain unary call. */
function check(service: string, path = pathOf(Health.method.check)): Promise<State | undefined> {
  const { check: method } = Health.method;
  const bytes = Buffer.from(toBinary(method.input, create(method.input, { service })));
  const { promise, resolve, reject } = Promise.withResolvers<State | undefined>();
  const read = (answer: Buffer) => fromBinary(method.output, answer);
  client.makeUnaryRequest(
    path,
    () => bytes,
    read,
    null,
    (error: ServiceError | null, answer) => (error ? reject(error) : resolve(answer?.status)),
  );
  return promise;
}

it('reports liveness before and while the process serves, and while it drains', async () => {
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
  await server.start();
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.SERVING]);
  await server.stop(1_000);
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
});

it('an unavailable database makes the process unready, but live', async () => {
  await server.start();
  proxy.lose('connections');
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(2_000);
    expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
  });
});

it('lists what it reports', async () => {
  await server.start();
  const { requestSerialize, responseDeserialize } = definitionOf(Health.method.list);
  const listed = await new Promise<HealthListResponse | undefined>((resolve, reject) => {
    const done = (error: ServiceError | null, answer?: HealthListResponse) => (error ? reject(error) : resolve(answer));
    const request = create(Health.method.list.input);
    client.makeUnaryRequest(pathOf(Health.method.list), requestSerialize, responseDeserialize, request, done);
  });
  const states = new Map(Object.entries(listed?.statuses ?? {}).map(([name, { status: state }]) => [name, state]));
  const names = ['', LIVENESS, 'lyceum.probe.v1', 'lyceum.probe.v1/disk'];
  expect(states).toEqual(new Map(names.map((name) => [name, State.SERVING])));
});

it('tells a watcher the state, and each change alone', async () => {
  const { path, requestSerialize, responseDeserialize } = definitionOf(Health.method.watch);
  const watch = (service: string) => {
    const request = create(Health.method.watch.input, { service });
    const stream = client.makeServerStreamRequest(path, requestSerialize, responseDeserialize, request);
    const heard: State[] = [];
    stream.on('data', ({ status: state }: HealthCheckResponse) => heard.push(state));
    stream.on('error', ({ code }: ServiceError) => expect(code).toBe(status.CANCELLED));
    return { heard, leave: () => stream.cancel() };
  };
  const [process, unknown] = [watch(''), watch('lyceum.nothing.v1')];
  const hears = (...states: State[]) => vi.waitFor(() => expect(process.heard).toEqual(states));
  await hears(State.NOT_SERVING);
  await server.start();
  await hears(State.NOT_SERVING, State.SERVING);
  // As a check does that finds no change.
  server.health.set('', true);
  await server.stop(1_000);
  await hears(State.NOT_SERVING, State.SERVING, State.NOT_SERVING);
  expect(unknown.heard).toEqual([State.SERVICE_UNKNOWN]);
  for (const { leave } of [process, unknown]) leave();
});

it('answers nothing else', async () => {
  await expect(check('', pathOf(InstitutionService.method.listInstitutions))).rejects.toMatchObject({
    code: status.UNIMPLEMENTED,
  });
});

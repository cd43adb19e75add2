import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Client, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { DatabaseProxy } from '../../dev/testing/database-proxy.ts';
import { type Probe, startProbe } from '../../dev/testing/probe/start-probe.ts';
import { testVerifier } from '../../dev/testing/test-identities.ts';
import { Health, HealthCheckResponse_ServingStatus as State } from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { GrpcServer } from './grpc-server.ts';
import { LIVENESS, ProbeServer } from './probe-server.ts';
import { pathOf } from './remote-transport.ts';

let probe: Probe;
let proxy: DatabaseProxy;
let server: GrpcServer;
let probes: ProbeServer;
let client: Client;
beforeEach(async () => {
  // The server looks after its services now and then.
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

/** Asks as a kubelet does: a plain unary call. */
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

it('says that the process lives, before and while it serves, and while it drains', async () => {
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
  await server.start();
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.SERVING]);
  await server.stop(1_000);
  expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
});

it('a database that is unavailable makes the process unready, and lets it live', async () => {
  await server.start();
  proxy.lose('connections');
  await vi.waitFor(async () => {
    vi.advanceTimersByTime(2_000);
    expect([await check(LIVENESS), await check('')]).toEqual([State.SERVING, State.NOT_SERVING]);
  });
});

it('answers nothing else', async () => {
  await expect(check('', pathOf(InstitutionService.method.listInstitutions))).rejects.toMatchObject({
    code: status.UNIMPLEMENTED,
  });
});

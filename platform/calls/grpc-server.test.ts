import { once } from 'node:events';
import { create as createMessage } from '@bufbuild/protobuf';
import { findTrailerError } from '@connectrpc/connect/protocol-grpc';
import { Client, type ClientDuplexStream, credentials, type ServiceError, status } from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { definitionOf, newCall, newRequest, toEntries } from '../../libraries/grpc-mux/frames.ts';
import type { CallsResponse } from '../../libraries/grpc-mux/gen/mux/v1/mux_pb.ts';
import {
  Health,
  type HealthCheckResponse,
  HealthCheckResponse_ServingStatus as State,
} from '../../proto/gen/grpc/health/v1/health_pb.ts';
import { RefusalSchema } from '../../proto/gen/lyceum/common/v1/refusal_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { grpcTransport } from '../../test/support/calls/grpc-transport.ts';
import { rawCall } from '../../test/support/calls/raw-call.ts';
import { testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { DatabaseProxy } from '../../test/support/postgres/database-proxy.ts';
import { newContext } from '../../test/support/probe/call-operation.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { deadlineAfter } from '../core/clock.ts';
import { command } from '../handler/command.ts';
import { callForReply } from './caller.ts';
import { GrpcServer } from './grpc-server.ts';
import { MUX_PATH } from './mux-transport.ts';
import { isRemoteReady } from './remote-health.ts';
import type { RemoteTransport } from './remote-transport.ts';

const { createUser } = UserService.method;
const valid = { user: { email: 'a@x.example' } };

let probe: Probe;
let proxy: DatabaseProxy;
let server: GrpcServer;
let transport: RemoteTransport;
let address: string;
let work: () => Promise<string>;
beforeEach(async () => {
  // The server checks its services periodically.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  probe = await startProbe();
  proxy = await DatabaseProxy.start(probe.databaseUrl);
  work = async () => 'done';
  const users = answering(UserService, {
    createUser: command(createUser, { run: async () => ({ response: { user: { name: await work() } } }) }),
  });
  const service = probe.service({ implementations: [users] }, { databaseUrl: proxy.url });
  server = new GrpcServer({ address: '127.0.0.1:0', services: [service], verifier: testVerifier });
  address = `127.0.0.1:${await server.start()}`;
  transport = grpcTransport(address);
});
afterEach(async () => {
  transport.close();
  await server.stop(1_000);
  await probe.stop();
  await proxy.stop();
  vi.useRealTimers();
});

const call = () => callForReply({ transportOf: () => transport }, newContext(), createUser, valid);

describe('any gRPC client', () => {
  const institutionId = '01990000-0000-7000-8000-000000000001';
  const identity = tokenOf({ kind: 'operator', institutionId });
  const operator = { 'lyceum-identity': identity, 'lyceum-institution-id': institutionId };
  const create = (metadata: Record<string, string>, bytes?: Buffer) =>
    rawCall(address, createUser, valid, metadata, bytes);

  it('is served without deadline and request id', async () => {
    expect((await create(operator))?.user?.name).toBe('done');
  });

  it.each<[string, Record<string, string>, number, string, number[]?]>([
    ['no metadata', {}, status.UNAUTHENTICATED, 'CALLER_UNAUTHENTICATED'],
    ['no institution', { 'lyceum-identity': identity }, status.UNAUTHENTICATED, 'CALLER_UNAUTHENTICATED'],
    ['half a key', { ...operator, 'lyceum-idempotency-key': 'k' }, status.INVALID_ARGUMENT, 'REQUEST_INVALID'],
    // A field with a length of 127 bytes that do not follow, and a number that does not end.
    ['a message that ends too early', operator, status.INVALID_ARGUMENT, 'REQUEST_INVALID', [0x0a, 0x7f]],
    ['bytes that are no message', operator, status.INVALID_ARGUMENT, 'REQUEST_INVALID', [255, 255, 255]],
  ])('with %s is refused', async (_, metadata, code, refusal, bytes?: number[]) => {
    const call = create(metadata, bytes && Buffer.from(bytes));
    const error = (await call.catch((thrown: unknown) => thrown)) as ServiceError;
    expect(error.code).toBe(code);
    const details = Buffer.from(error.metadata.get('grpc-status-details-bin')[0] as Buffer).toString('base64');
    const stated = findTrailerError(new Headers({ 'grpc-status-details-bin': details }));
    expect(stated?.findDetails(RefusalSchema)).toMatchObject([{ code: refusal }]);
    expect((await create(operator))?.user?.name).toBe('done');
  });

  describe('on a multiplexed stream', () => {
    const { requestSerialize, responseDeserialize } = definitionOf(MUX_PATH);
    let client: Client;
    let stream: ClientDuplexStream<Buffer, CallsResponse>;
    beforeEach(() => {
      client = new Client(address, credentials.createInsecure());
      stream = client.makeBidiStreamRequest(MUX_PATH, (bytes) => bytes, responseDeserialize);
    });
    afterEach(() => client.close());

    it('with a message that does not parse is refused', async () => {
      const method = '/lyceum.directory.v1.UserService/CreateUser';
      const payload = Buffer.from([0x0a, 0x7f]);
      const metadata = toEntries(Object.entries(operator));
      const call = newCall({ id: 1, method, timeoutMs: 5_000, metadata, payload });
      stream.write(requestSerialize(newRequest({ calls: [call], cancelled: [] })));
      const [{ replies }] = await once(stream, 'data');
      expect(replies).toMatchObject([{ id: 1, failure: { code: status.INVALID_ARGUMENT } }]);
      stream.end();
    });

    it('with invalid frames ends only that stream', async () => {
      stream.write(Buffer.from([0x0a, 0x7f]));
      const [error] = await once(stream, 'error');
      expect(error).toMatchObject({ code: status.INVALID_ARGUMENT });
      expect((await create(operator))?.user?.name).toBe('done');
    });
  });
});

describe('health', () => {
  const check = async (service: string) => {
    const context = newContext({ deadline: deadlineAfter(5_000) });
    const { check: method } = Health.method;
    const { message } = await transport.invoke(method, createMessage(method.input, { service }), context);
    return (message as HealthCheckResponse).status;
  };

  it('exists for the service and the process, and for no other name', async () => {
    expect(await check('')).toBe(State.SERVING);
    expect(await check('lyceum.probe.v1')).toBe(State.SERVING);
    await expect(check('lyceum.nothing.v1')).rejects.toMatchObject({ code: status.NOT_FOUND });
    expect(await isRemoteReady(transport, 'probe')).toBe(true);
    expect(await isRemoteReady(transport, 'nothing')).toBe(false);
  });

  it('follows the database when it becomes unavailable and available again', async () => {
    const becomes = (state: State) =>
      vi.waitFor(async () => {
        vi.advanceTimersByTime(2_000);
        expect([await check(''), await check('lyceum.probe.v1')]).toEqual([state, state]);
      }, 10_000);
    proxy.lose('connections');
    await becomes(State.NOT_SERVING);
    expect(await isRemoteReady(transport, 'probe')).toBe(false);
    proxy.recover();
    await becomes(State.SERVING);
  });

  it('of a service is bad until its database is migrated', async () => {
    await probe.sql('ALTER TABLE platform_migrations RENAME TO elsewhere');
    const late = new GrpcServer({ address: '127.0.0.1:0', services: [probe.service()], verifier: testVerifier });
    const client = grpcTransport(`127.0.0.1:${await late.start()}`);
    expect(await isRemoteReady(client, 'probe')).toBe(false);
    await probe.sql('ALTER TABLE elsewhere RENAME TO platform_migrations');
    await vi.waitFor(async () => {
      vi.advanceTimersByTime(2_000);
      expect(await isRemoteReady(client, 'probe')).toBe(true);
    });
    client.close();
    await late.stop(1_000);
  });
});

describe('a stop', () => {
  function hold() {
    const begun = Promise.withResolvers<void>();
    const held = Promise.withResolvers<string>();
    work = () => {
      begun.resolve();
      return held.promise;
    };
    return { begun: begun.promise, release: () => held.resolve('late') };
  }

  it('lets calls in flight end, and accepts no new ones', async () => {
    const { begun, release } = hold();
    const under = call();
    await begun;
    const stopped = server.stop(20_000);
    await expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    release();
    expect((await under).message.user?.name).toBe('late');
    await stopped;
  });

  it('cuts off calls that exceed the grace period', async () => {
    const { begun, release } = hold();
    const under = expect(call()).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
    await begun;
    await server.stop(20);
    await under;
    release();
  });
});

it('a taken port is an error at the start', async () => {
  const second = new GrpcServer({ address, services: [], verifier: testVerifier });
  await expect(second.start()).rejects.toThrow('EADDRINUSE');
  await second.stop(100);
});

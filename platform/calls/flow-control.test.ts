import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import {
  Client,
  type ClientDuplexStream,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
} from '@grpc/grpc-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CallsRequest,
  CallsRequestSchema,
  type CallsResponse,
  CallsResponseSchema,
} from '../../libraries/grpc-mux/gen/mux/v1/mux_pb.ts';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { newContext, newKey } from '../../test/support/probe/call-operation.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { query } from '../handler/query.ts';
import { callForReply } from './caller.ts';
import { GrpcServer } from './grpc-server.ts';
import { writeContext } from './metadata.ts';
import { MUX_PATH, muxTransport } from './mux-transport.ts';

const { createUser, getUser } = UserService.method;
type Stream = ServerDuplexStream<CallsRequest, CallsResponse>;

const WAIT_OPTIONS = { timeout: 10_000 };
const serialize = (message: CallsRequest) => Buffer.from(toBinary(CallsRequestSchema, message));
const deserialize = (bytes: Buffer) => fromBinary(CallsResponseSchema, bytes);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

describe('a stream of calls', () => {
  const REPLY_BYTES = 128 * 1024;
  let probe: Probe;
  let begun: number;
  let stream: ClientDuplexStream<CallsRequest, CallsResponse>;
  beforeEach(async () => {
    probe = await startProbe();
    ends.push(() => probe.stop());
    begun = 0;
    const users = answering(UserService, {
      getUser: query(getUser, async () => {
        begun++;
        return { user: { name: 'x'.repeat(REPLY_BYTES) } };
      }),
    });
    const server = new GrpcServer({
      address: '127.0.0.1:0',
      services: [probe.service({ implementations: [users] })],
      verifier: testVerifier,
    });
    const client = new Client(`127.0.0.1:${await server.start()}`, credentials.createInsecure());
    stream = client.makeBidiStreamRequest(MUX_PATH, serialize, deserialize, new Metadata());
    stream.on('error', () => undefined);
    ends.push(
      () => server.stop(0),
      () => client.close(),
      () => stream.cancel(),
    );
  });

  const metadata = writeContext(newContext()).map(([name, value]) => ({ name, value }));
  const call = (id: number, userId = '01990000-0000-7000-8000-000000000001') => ({
    id,
    method: '/lyceum.directory.v1.UserService/GetUser',
    metadata,
    payload: toBinary(getUser.input, create(getUser.input, { id: userId })),
  });

  it('reads large calls in chunks of work: a small call behind them does not wait for all of them', async () => {
    // They are refused as soon as they are read.
    const large = 'x'.repeat(100_000);
    stream.write(
      create(CallsRequestSchema, { calls: [1, 2, 3, 4, 5].map((id) => call(id, id < 5 ? large : undefined)) }),
    );
    const answered: number[] = [];
    stream.on('data', ({ replies }: CallsResponse) => answered.push(...replies.map(({ id }) => id)));
    await vi.waitFor(() => expect(answered).toHaveLength(5), WAIT_OPTIONS);
    expect(answered.filter((id) => id < 5)).toEqual([1, 2, 3, 4]);
    expect(answered.indexOf(5)).toBeLessThan(answered.indexOf(3));
  });

  it('whose caller does not read blocks only that caller: few calls start, and the others when it reads', async () => {
    const CALLS = 1_200;
    for (let id = 1; id <= CALLS; id += 10)
      stream.write(create(CallsRequestSchema, { calls: Array.from({ length: 10 }, (_, n) => call(id + n)) }));
    await vi.waitFor(() => expect(begun).toBeGreaterThan(0), WAIT_OPTIONS);
    let before = -1;
    await vi.waitFor(() => {
      const grew = begun !== before;
      before = begun;
      expect(grew).toBe(false);
    }, WAIT_OPTIONS);
    expect(begun).toBeLessThan(CALLS / 4);
    let replies = 0;
    stream.on('data', (response) => {
      replies += response.replies.length;
    });
    await vi.waitFor(() => expect(replies).toBe(CALLS), { timeout: 30_000 });
  }, 60_000);
});

describe('a service that', () => {
  /** Handles streams as the test defines. */
  async function serve(onStream: (stream: Stream) => void) {
    const server = new Server();
    server.addService(
      {
        calls: {
          path: MUX_PATH,
          requestStream: true,
          responseStream: true,
          requestSerialize: serialize,
          requestDeserialize: (bytes: Buffer) => fromBinary(CallsRequestSchema, bytes),
          responseSerialize: (message: CallsResponse) => Buffer.from(toBinary(CallsResponseSchema, message)),
          responseDeserialize: deserialize,
        },
      },
      {
        calls: (stream: Stream) => {
          stream.on('error', () => undefined);
          stream.sendMetadata(new Metadata());
          onStream(stream);
        },
      },
    );
    const port = await listen(server);
    const transport = muxTransport({ targets: [{ host: '127.0.0.1', port }] });
    ends.push(
      () => server.forceShutdown(),
      () => transport.close(),
    );
    return { transportOf: () => transport };
  }

  it('does not read makes its caller reject calls instead of queueing them all', async () => {
    const router = await serve((stream) => stream.pause());
    const caller = new AbortController();
    const image = 'x'.repeat(4 * 1024 * 1024);
    const calls = Array.from({ length: 30 }, () =>
      callForReply(router, newContext({ signal: caller.signal }), createUser, {
        user: { email: 'a@x.example', image },
      }).catch(({ code }) => code),
    );
    // 30 calls of 4 MiB are 120, of which 32 can wait: the others fail at once.
    expect(await Promise.race(calls)).toBe('DEPENDENCY_UNAVAILABLE');
    caller.abort();
    const codes = await Promise.all(calls);
    const waited = codes.filter((code) => code === 'DEADLINE_EXCEEDED').length;
    expect(waited).toBeGreaterThan(0);
    expect(waited).toBeLessThanOrEqual(10);
  });

  it('breaks its stream fails a write without a key once, and is called again for reads and keyed writes', async () => {
    const called: string[] = [];
    const router = await serve((stream) =>
      stream.on('data', ({ calls }) => {
        called.push(...calls.map(({ method }: { method: string }) => method.split('/').at(-1)));
        stream.end();
      }),
    );
    const unavailable = { code: 'DEPENDENCY_UNAVAILABLE' };
    await expect(
      callForReply(router, newContext(), createUser, { user: { email: 'a@x.example' } }),
    ).rejects.toMatchObject(unavailable);
    expect(called).toEqual(['CreateUser']);
    const keyed = callForReply(router, newContext({ idempotency: newKey() }), createUser, {
      user: { email: 'a@x.example' },
    });
    await expect(keyed).rejects.toMatchObject(unavailable);
    expect(called.length).toBeGreaterThan(2);
    await expect(callForReply(router, newContext(), getUser, { id: 'x' })).rejects.toMatchObject(unavailable);
    expect(called.filter((method) => method === 'GetUser').length).toBeGreaterThan(1);
  });

  it('does not know the method of the stream is an outage', async () => {
    const server = new Server();
    const port = await listen(server);
    const transport = muxTransport({ targets: [{ host: '127.0.0.1', port }] });
    ends.push(
      () => server.forceShutdown(),
      () => transport.close(),
    );
    const call = callForReply({ transportOf: () => transport }, newContext(), getUser, { id: 'x' });
    await expect(call).rejects.toMatchObject({ code: 'DEPENDENCY_UNAVAILABLE' });
  });
});

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
}

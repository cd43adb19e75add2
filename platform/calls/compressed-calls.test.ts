import { connect as connectHttp2 } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { Client, compressionAlgorithms, credentials, type ServiceError } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CreateUserRequestSchema, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { type Probe, startProbe } from '../../test/support/probe/start-probe.ts';
import { command } from '../handler/command.ts';
import { implement } from '../handler/implement.ts';
import { query } from '../handler/query.ts';
import { GrpcServer } from './grpc-server.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';
import { MUX_CALLS } from './mux/frames.ts';

/** A compressed message is rejected unread: a small one can unfold to the largest message. */
const CREATE = '/lyceum.directory.v1.UserService/CreateUser';
const { createUser, getUser, updateUser, listUsers, batchGetUsers } = UserService.method;
const UNIMPLEMENTED = 12;
const INVALID_ARGUMENT = 3;
const nothing = async () => ({});

let probe: Probe;
let server: GrpcServer;
let address: string;
beforeAll(async () => {
  probe = await startProbe();
  const users = implement(UserService, {
    createUser: command(createUser, { run: async () => ({ response: {} }) }),
    updateUser: command(updateUser, { run: async () => ({ response: {} }) }),
    getUser: query(getUser, nothing),
    listUsers: query(listUsers, nothing),
    batchGetUsers: query(batchGetUsers, nothing),
  });
  const services = [probe.service({ implementations: [users] })];
  server = new GrpcServer({ address: '127.0.0.1:0', services, verifier: testVerifier });
  address = `127.0.0.1:${await server.start()}`;
});
afterAll(async () => {
  await server?.stop(1_000);
  await probe?.stop();
});

/** A message of exactly this many bytes: a user whose email is too long. Its two fields have a tag and a length of four bytes each. */
function message(bytes: number): Buffer {
  const request = create(CreateUserRequestSchema, { user: { email: 'a'.repeat(bytes - 2 * 5) } });
  return Buffer.from(toBinary(CreateUserRequestSchema, request));
}

/** 65 KB that unfold to 64 MiB. */
const compressed = gzipSync(message(MAX_MESSAGE_BYTES));

/** The frame of gRPC and gRPC-Web. */
function frame(payload: Buffer, flag: 0 | 1): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

/** Sends a request over HTTP/2; returns headers, trailers and body as one text. */
async function send(path: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<string> {
  const institutionId = '01990000-0000-7000-8000-000000000001';
  const identity = {
    'lyceum-identity': tokenOf({ kind: 'operator', institutionId }),
    'lyceum-institution-id': institutionId,
  };
  const session = connectHttp2(`http://${address}`);
  const stream = session.request({ ':method': 'POST', ':path': path, ...identity, ...headers });
  const seen: object[] = [];
  stream.on('response', (received) => seen.push(received));
  stream.on('trailers', (received) => seen.push(received));
  stream.on('error', () => undefined);
  stream.end(body);
  const text = await buffer(stream);
  session.destroy();
  return `${JSON.stringify(seen)} ${text.toString('latin1')}`;
}

const grpcStatus = (code: number) => new RegExp(`"grpc-status":"${code}"`);
const protocols = [
  ['gRPC', CREATE, 'application/grpc', 'grpc-encoding', frame, grpcStatus],
  [
    'gRPC-Web',
    CREATE,
    'application/grpc-web+proto',
    'grpc-encoding',
    frame,
    (code: number) => new RegExp(`grpc-status"?: ?"?${code}\\b`),
  ],
  [
    'Connect',
    CREATE,
    'application/proto',
    'content-encoding',
    (payload: Buffer) => payload,
    (code: number) => new RegExp(`"code":"${code === UNIMPLEMENTED ? 'unimplemented' : 'invalid_argument'}"`),
  ],
] as const;

describe.each(protocols)('%s', (_, path, contentType, encoding, framed, expected) => {
  it.each(['gzip', 'deflate'])('rejects what is compressed by %s', async (compression) => {
    const body = framed(compressed, 1);
    const answer = await send(path, { 'content-type': contentType, [encoding]: compression }, body);
    expect(answer).toMatch(expected(UNIMPLEMENTED));
  });

  it('reads the largest message, and what is declared as not compressed', async () => {
    const body = framed(message(MAX_MESSAGE_BYTES), 0);
    const answer = await send(path, { 'content-type': contentType, [encoding]: 'identity' }, body);
    expect(answer).toMatch(expected(INVALID_ARGUMENT));
  });
});

it('rejects a compressed stream of calls', async () => {
  const headers = { 'content-type': 'application/grpc', 'grpc-encoding': 'gzip' };
  const body = frame(compressed, 1);
  expect(await send(MUX_CALLS.path, headers, body)).toMatch(grpcStatus(UNIMPLEMENTED));
});

it.each([CREATE, MUX_CALLS.path, '/grpc.health.v1.Health/Check'])('offers what it accepts: %s', async (path) => {
  const answer = await send(path, { 'content-type': 'application/grpc' }, frame(Buffer.alloc(0), 0));
  expect(answer).toContain('"grpc-accept-encoding":"identity"');
  expect(answer).not.toMatch(/gzip|deflate/);
});

it('tells a gRPC client that compresses', async () => {
  const client = new Client(address, credentials.createInsecure(), {
    'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
  });
  const asItIs = (bytes: Buffer) => bytes;
  const error = await new Promise<ServiceError | null>((resolve) => {
    client.makeUnaryRequest(CREATE, asItIs, asItIs, message(MAX_MESSAGE_BYTES), resolve);
  });
  client.close();
  expect(error).toMatchObject({ code: UNIMPLEMENTED, details: 'Compressed messages are not accepted.' });
});

import { connect as connectHttp2 } from 'node:http2';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { create, toBinary } from '@bufbuild/protobuf';
import { Client, compressionAlgorithms, credentials, type ServiceError } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { CreateUserRequestSchema, UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { answering } from '../../test/support/calls/answering.ts';
import { testVerifier, tokenOf } from '../../test/support/calls/test-identities.ts';
import { startServers } from '../../test/support/calls/test-servers.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { MAX_MESSAGE_BYTES } from './message-limits.ts';
import { MUX_PATH } from './mux-transport.ts';

/** A compressed message is rejected before it is unfolded: a small one can unfold to the largest message. */
const CREATE = '/lyceum.directory.v1.UserService/CreateUser';
const UNIMPLEMENTED = 12;
const INVALID_ARGUMENT = 3;

const probe = await startProbe();
const services = [probe.service({ implementations: [answering(UserService)] })];
const servers = await startServers({ services, verifier: testVerifier });
afterAll(async () => {
  await servers.stop(1_000);
  await probe.stop();
});

/**
 * A message of exactly this many bytes: a user whose email is too long. Its two fields have a tag and a length of four
 * bytes each.
 */
function message(bytes: number): Buffer {
  const request = create(CreateUserRequestSchema, { user: { email: 'a'.repeat(bytes - 2 * 5) } });
  return Buffer.from(toBinary(CreateUserRequestSchema, request));
}

/** Made once: while it is made, a connection that is kept could reach the end of its idle time unnoticed. */
const largest = message(MAX_MESSAGE_BYTES);

/** 65 KB that unfold to 64 MiB. */
const compressed = gzipSync(largest);

/** The frame of gRPC and gRPC-Web. */
function frame(payload: Buffer, flag: 0 | 1): Buffer {
  const head = Buffer.alloc(5);
  head[0] = flag;
  head.writeUInt32BE(payload.length, 1);
  return Buffer.concat([head, payload]);
}

const institutionId = '01990000-0000-7000-8000-000000000001';
const identity = {
  'lyceum-identity': tokenOf({ kind: 'operator', institutionId }),
  'lyceum-institution-id': institutionId,
};

type Send = (path: string, headers: Readonly<Record<string, string>>, body: Buffer) => Promise<string>;

/** Sends a request to the port of Connect; returns headers and body as one text. */
const sendByHttp1: Send = async (path, headers, body) => {
  const url = `http://127.0.0.1:${servers.connectPort}${path}`;
  const answer = await fetch(url, { method: 'POST', headers: { ...identity, ...headers }, body: new Uint8Array(body) });
  return `${JSON.stringify(Object.fromEntries(answer.headers))} ${await answer.text()}`;
};

/** Sends a request to the port of gRPC; returns headers, trailers and body as one text. */
const sendByHttp2: Send = async (path, headers, body) => {
  const session = connectHttp2(`http://127.0.0.1:${servers.port}`);
  const stream = session.request({ ':method': 'POST', ':path': path, ...identity, ...headers });
  const seen: object[] = [];
  stream.on('response', (received) => seen.push(received));
  stream.on('trailers', (received) => seen.push(received));
  stream.on('error', () => undefined);
  stream.end(body);
  const text = await buffer(stream);
  session.destroy();
  return `${JSON.stringify(seen)} ${text.toString('latin1')}`;
};

const grpcStatus = (code: number) => new RegExp(`"grpc-status":"${code}"`);
const protocols = [
  ['gRPC', sendByHttp2, 'application/grpc', 'grpc-encoding', frame, grpcStatus],
  [
    'gRPC-Web',
    sendByHttp1,
    'application/grpc-web+proto',
    'grpc-encoding',
    frame,
    (code: number) => new RegExp(`grpc-status"?: ?"?${code}\\b`),
  ],
  [
    'Connect',
    sendByHttp1,
    'application/proto',
    'content-encoding',
    (payload: Buffer) => payload,
    (code: number) => new RegExp(`"code":"${code === UNIMPLEMENTED ? 'unimplemented' : 'invalid_argument'}"`),
  ],
] as const;

describe.each(protocols)('%s', (_, send, contentType, encoding, framed, expected) => {
  it.each(['gzip', 'deflate'])('rejects what is compressed by %s', async (compression) => {
    const body = framed(compressed, 1);
    const answer = await send(CREATE, { 'content-type': contentType, [encoding]: compression }, body);
    expect(answer).toMatch(expected(UNIMPLEMENTED));
  });

  it('reads the largest message, and what is declared as not compressed', async () => {
    const body = framed(largest, 0);
    const answer = await send(CREATE, { 'content-type': contentType, [encoding]: 'identity' }, body);
    expect(answer).toMatch(expected(INVALID_ARGUMENT));
  });
});

it('rejects a compressed stream of calls', async () => {
  const headers = { 'content-type': 'application/grpc', 'grpc-encoding': 'gzip' };
  const body = frame(compressed, 1);
  expect(await sendByHttp2(MUX_PATH, headers, body)).toMatch(grpcStatus(UNIMPLEMENTED));
});

it.each([CREATE, MUX_PATH, '/grpc.health.v1.Health/Check'])('offers what it accepts: %s', async (path) => {
  const answer = await sendByHttp2(path, { 'content-type': 'application/grpc' }, frame(Buffer.alloc(0), 0));
  expect(answer).toContain('"grpc-accept-encoding":"identity"');
  expect(answer).not.toMatch(/gzip|deflate/);
});

it('tells a gRPC client that compresses', async () => {
  const client = new Client(`127.0.0.1:${servers.port}`, credentials.createInsecure(), {
    'grpc.default_compression_algorithm': compressionAlgorithms.gzip,
  });
  const asItIs = (bytes: Buffer) => bytes;
  const error = await new Promise<ServiceError | null>((resolve) => {
    client.makeUnaryRequest(CREATE, asItIs, asItIs, largest, resolve);
  });
  client.close();
  expect(error).toMatchObject({
    code: UNIMPLEMENTED,
    details: expect.stringContaining('gzip (compressed messages are not accepted)'),
  });
});

import { type ChannelCredentials, Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, describe, expect, it } from 'vitest';
import { Authority } from '../../test/support/calls/certificates.ts';
import { testVerifier } from '../../test/support/calls/test-identities.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { GrpcServer } from './grpc-server.ts';
import { muxTransport } from './mux-transport.ts';
import { isRemoteReady } from './remote-health.ts';
import { callerCredentials, serviceTls, type TlsConfig } from './tls.ts';

const ownAuthority = new Authority('ours');
const otherAuthority = new Authority('theirs');
const ours = ownAuthority.issue('directory');
const theirs = otherAuthority.issue('directory');
const expired = ownAuthority.issue('directory', { days: -1 });
const elsewhere = ownAuthority.issue('elsewhere');
const probe = await startProbe();
const server = new GrpcServer({
  address: '127.0.0.1:0',
  services: [probe.service()],
  verifier: testVerifier,
  tls: serviceTls(ours),
});
const port: number = await server.start();
afterAll(async () => {
  await server.stop(1_000);
  await probe.stop();
  for (const authority of [ownAuthority, otherAuthority]) authority.remove();
});

const callers: [string, boolean, () => ChannelCredentials | undefined][] = [
  ['a certificate of the trusted authority', true, () => callerCredentials(ours)],
  ['a certificate of another authority', false, () => callerCredentials({ ...theirs, GRPC_TLS_CA: ours.GRPC_TLS_CA })],
  ['a certificate that has expired', false, () => callerCredentials(expired)],
  ['no certificate', false, () => credentials.createSsl(Buffer.from(ours.GRPC_TLS_CA ?? ''))],
  ['no TLS', false, () => undefined],
  ['trust in another authority', false, () => callerCredentials({ ...ours, GRPC_TLS_CA: theirs.GRPC_TLS_CA })],
];

describe.each(callers)('a caller with %s', (_, served, credentialsOf) => {
  it(`is ${served ? 'served' : 'refused'} over multiplexed calls`, async () => {
    const own = credentialsOf();
    const transport = muxTransport({
      targets: [{ host: 'directory', port }],
      resolve: async () => ['127.0.0.1'],
      ...(own ? { credentials: own } : {}),
    });
    expect(await isRemoteReady(transport, 'probe')).toBe(served);
    transport.close();
  });

  it(`is ${served ? 'served' : 'refused'} over ordinary calls`, async () => {
    const client = new Client(`127.0.0.1:${port}`, credentialsOf() ?? credentials.createInsecure(), {
      'grpc.ssl_target_name_override': 'directory',
    });
    const answer = new Promise((resolve) => {
      const bytes = () => Buffer.alloc(0);
      const options = { deadline: Date.now() + 10_000 };
      client.makeUnaryRequest('/grpc.health.v1.Health/Check', bytes, bytes, null, new Metadata(), options, (error) =>
        resolve(error === null),
      );
    });
    expect(await answer).toBe(served);
    client.close();
  });
});

describe('a caller learns the reason, once', () => {
  const HANGS_UP = /^it closes the connection: it may /;
  const reasons: [string, () => TlsConfig | undefined, () => TlsConfig | undefined, RegExp][] = [
    ['the service has another name', () => elsewhere, () => ours, /has another name/],
    ['the service’s certificate has expired', () => expired, () => ours, /^its certificate has expired$/],
    ['the service is of another authority', () => theirs, () => ours, /not from an authority that we trust/],
    ['the service does not speak TLS', () => undefined, () => ours, /does not speak TLS/],
    ['the caller does not speak TLS', () => ours, () => undefined, HANGS_UP],
    ['the caller’s certificate has expired', () => ours, () => expired, HANGS_UP],
    ['the caller is of another authority', () => ours, () => ({ ...theirs, GRPC_TLS_CA: ours.GRPC_TLS_CA }), HANGS_UP],
  ];
  it.each(reasons)('%s', async (_, ofService, ofCaller, reason) => {
    const tls = serviceTls(ofService() ?? {});
    const own = new GrpcServer({
      address: '127.0.0.1:0',
      services: [probe.service()],
      verifier: testVerifier,
      tls,
    });
    const at = await own.start();
    const faults: string[] = [];
    const transport = muxTransport({
      targets: [{ host: 'directory', port: at }],
      resolve: async () => ['127.0.0.1'],
      credentials: callerCredentials(ofCaller() ?? {}),
      onUnreachable: (address, fault) => faults.push(`${address} ${fault}`),
    });
    for (let tries = 0; tries < 3; tries++) expect(await isRemoteReady(transport, 'probe')).toBe(false);
    transport.close();
    await own.stop(0);
    expect(faults).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+ /)]);
    expect(faults[0]?.replace(/^\S+ /, '')).toMatch(reason);
  });
});

it('half a configuration is an error at the start', () => {
  expect(callerCredentials({})).toBeUndefined();
  expect(() => serviceTls({ GRPC_TLS_KEY: 'k' })).toThrow('belong together');
  expect(() => serviceTls({ GRPC_TLS_CERT: 'c', GRPC_TLS_KEY: 'k', GRPC_TLS_CA: 'a' })).toThrow('PEM');
});

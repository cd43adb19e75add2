import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChannelCredentials, Client, credentials, Metadata } from '@grpc/grpc-js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deadlineAfter } from '../clock.ts';
import { type Probe, startProbe } from '../testing/probe/start-probe.ts';
import { GrpcServer } from './grpc-server.ts';
import { muxTransport } from './mux/mux-transport.ts';
import { remoteHealth } from './remote-health.ts';
import { callerCredentials, serviceCredentials, type TlsConfig } from './tls.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-tls-'));
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** An authority, and a certificate of its for a name. */
function issue(authority: string, name: string): TlsConfig {
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-keyout',
    `${authority}.key`,
    '-out',
    `${authority}.pem`,
    '-subj',
    `/CN=${authority}`,
  );
  openssl('req', ...KEY, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${name}`);
  writeFileSync(join(folder, 'own.ext'), `subjectAltName=DNS:${name}`);
  const signed = ['-CA', `${authority}.pem`, '-CAkey', `${authority}.key`, '-CAcreateserial', '-extfile', 'own.ext'];
  openssl('x509', '-req', '-in', 'own.csr', ...signed, '-out', 'own.pem');
  return { GRPC_TLS_CERT: read('own.pem'), GRPC_TLS_KEY: read('own.key'), GRPC_TLS_CA: read(`${authority}.pem`) };
}

let probe: Probe;
let server: GrpcServer;
let port: number;
let ours: TlsConfig;
let theirs: TlsConfig;
beforeAll(async () => {
  ours = issue('ours', 'directory');
  theirs = issue('theirs', 'directory');
  probe = await startProbe();
  server = new GrpcServer({
    address: '127.0.0.1:0',
    services: [probe.service()],
    credentials: serviceCredentials(ours),
  });
  port = await server.start();
});
afterAll(async () => {
  await server.stop(1_000);
  await probe.stop();
  rmSync(folder, { recursive: true });
});

const callers: [string, boolean, () => ChannelCredentials | undefined][] = [
  ['a certificate of the trusted authority', true, () => callerCredentials(ours)],
  ['a certificate of another authority', false, () => callerCredentials({ ...theirs, GRPC_TLS_CA: ours.GRPC_TLS_CA })],
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
    expect(await remoteHealth(transport, 'probe')).toBe(served);
    transport.close();
  });

  it(`is ${served ? 'served' : 'refused'} over ordinary calls`, async () => {
    const client = new Client(`127.0.0.1:${port}`, credentialsOf() ?? credentials.createInsecure(), {
      'grpc.ssl_target_name_override': 'directory',
    });
    const answer = new Promise((resolve) => {
      const bytes = () => Buffer.alloc(0);
      const options = { deadline: deadlineAfter(10_000) };
      client.makeUnaryRequest('/grpc.health.v1.Health/Check', bytes, bytes, null, new Metadata(), options, (error) =>
        resolve(error === null),
      );
    });
    expect(await answer).toBe(served);
    client.close();
  });
});

it('a service under another name than its certificate’s is not believed', async () => {
  const own = callerCredentials(ours);
  const transport = muxTransport({
    targets: [{ host: 'locations', port }],
    resolve: async () => ['127.0.0.1'],
    ...(own ? { credentials: own } : {}),
  });
  expect(await remoteHealth(transport, 'probe')).toBe(false);
  transport.close();
});

it('half a configuration is an error at the start', () => {
  expect(callerCredentials({})).toBeUndefined();
  expect(() => serviceCredentials({ GRPC_TLS_KEY: 'k' })).toThrow('belong together');
  expect(() => serviceCredentials({ GRPC_TLS_CERT: 'c', GRPC_TLS_KEY: 'k', GRPC_TLS_CA: 'a' })).toThrow('PEM');
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { Authority } from '../../../test/support/calls/certificates.ts';
import { TestNats } from '../../../test/support/nats/nats-server.ts';
import { TEST_USER } from '../../../test/support/nats/nats-users.ts';
import { silentLogger } from '../../observability/log.ts';
import { NatsLink } from './nats-link.ts';

const folder = mkdtempSync(join(tmpdir(), 'lyceum-nats-tls-'));
const servers: TestNats[] = [];
const own = new Authority('nats');
const foreign = new Authority('nats');
afterAll(async () => {
  for (const server of servers) await server.remove();
  for (const authority of [own, foreign]) authority.remove();
  rmSync(folder, { recursive: true });
});

async function start(): Promise<{ server: TestNats; ca: string }> {
  const { GRPC_TLS_CERT, GRPC_TLS_KEY, GRPC_TLS_CA: ca } = own.issue('localhost');
  const [cert_file, key_file] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(cert_file, GRPC_TLS_CERT);
  writeFileSync(key_file, GRPC_TLS_KEY);
  const server = await TestNats.start([TEST_USER], { settings: { tls: { cert_file, key_file } }, ca });
  servers.push(server);
  return { server, ca };
}

/** Whether a process with a URL and an authority gets a connection. */
async function isConnected(url: string, ca: string | undefined): Promise<boolean> {
  const link = await NatsLink.open({ url, ca, name: 'test', log: silentLogger });
  const { connection } = link;
  await link.close();
  return connection !== null;
}

it('a server is believed by a certificate of the authority that is named', async () => {
  const { server, ca } = await start();
  expect(server.url).toMatch(/^tls:\/\/test:.*@localhost:/);
  expect(await isConnected(server.url, ca)).toBe(true);
  expect(await isConnected(server.url, foreign.issue('localhost').GRPC_TLS_CA)).toBe(false);
  expect(await isConnected(server.url, undefined)).toBe(false);
});

it('trusts a server only for the name in its certificate', async () => {
  const { server, ca } = await start();
  const other = own.issue('elsewhere');
  writeFileSync(join(folder, 'cert.pem'), other.GRPC_TLS_CERT);
  writeFileSync(join(folder, 'key.pem'), other.GRPC_TLS_KEY);
  await server.end();
  await server.start();
  expect(await isConnected(server.url, ca)).toBe(false);
});

it('does not connect with TLS to a server without TLS', async () => {
  const plain = await TestNats.start();
  servers.push(plain);
  expect(await isConnected(plain.url, undefined)).toBe(true);
  expect(await isConnected(plain.url.replace('nats://', 'tls://'), undefined)).toBe(false);
});

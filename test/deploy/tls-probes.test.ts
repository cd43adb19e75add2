import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { findFreePort } from '../../libraries/embedded-postgres/free-port.ts';
import { muxTransport } from '../../platform/calls/mux-transport.ts';
import { isRemoteReady } from '../../platform/calls/remote-health.ts';
import { callerCredentials } from '../../platform/calls/tls.ts';
import { containerOf, environmentOf, getObject, type Probe } from '../support/deploy/kubernetes.ts';
import { probe } from '../support/deploy/probe.ts';
import { describeRendered, render } from '../support/deploy/render.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { portOf, spawnService } from '../support/process/service-process.ts';
import { TestScope } from '../support/test-scope.ts';
import { until } from '../support/until.ts';

describeRendered('a probe of a pod with TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-certificates-'));
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const scope = new TestScope();
  const objects = render('overlays/production');
  const container = containerOf(getObject(objects, 'Deployment', 'directory'));
  let port: number;
  let healthPort: number;

  beforeAll(async () => {
    scope.onClear(async () => rmSync(folder, { recursive: true }));
    const { dnsNames, uris } = getObject(objects, 'Certificate', 'directory').spec as Record<string, string[]>;
    const names = [...(dnsNames ?? []).map((name) => `DNS:${name}`), ...(uris ?? []).map((uri) => `URI:${uri}`)];
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.crt', '-subj', '/CN=lyceum-authority');
    openssl('req', ...key, '-keyout', 'tls.key', '-out', 'tls.csr', '-subj', '/CN=directory');
    writeFileSync(join(folder, 'names'), `subjectAltName=${names.join()}`);
    const signed = ['-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
    openssl('x509', '-req', '-in', 'tls.csr', ...signed, '-out', 'tls.crt');
    const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), [
      'directory',
    ]);
    scope.onClear(() => databases.drop());
    healthPort = await findFreePort(null);
    const environment = environmentOf(container, objects);
    const tls = Object.entries(environment)
      .filter(([name]) => name.startsWith('GRPC_TLS_'))
      .map(([name, value]) => [name, value.replace('/secrets/tls', folder)]);
    const env = { ...Object.fromEntries(tls), GRPC_HEALTH_PORT: String(healthPort) };
    const address = { service: 'directory', databaseUrl: databases.url('directory') };
    port = await portOf(scope.run(spawnService(address, new Map(), env)));
  });
  afterAll(() => scope.clear());

  it('in production probes pass without a certificate, which every other call must show', async () => {
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    for (const each of [container.startupProbe, container.livenessProbe, container.readinessProbe])
      await until('a probe that passes', () => probe(each as Probe, () => `127.0.0.1:${healthPort}`));
    expect(await probe(container.readinessProbe as Probe, () => `127.0.0.1:${port}`)).toBe(false);

    const credentials = callerCredentials({
      GRPC_TLS_CERT: read('tls.crt'),
      GRPC_TLS_KEY: read('tls.key'),
      GRPC_TLS_CA: read('ca.crt'),
    });
    const target = { targets: [{ host: 'directory', port }], resolve: async () => ['127.0.0.1'] };
    for (const [own, served] of [
      [credentials, true],
      [undefined, false],
    ] as const) {
      const transport = muxTransport({ ...target, ...(own ? { credentials: own } : {}) });
      expect(await isRemoteReady(transport, 'directory')).toBe(served);
      transport.close();
    }
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { natsAccountsFile } from '../../deploy/nats/account-files.ts';
import { containerOf, environmentOf, getObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
import { type Endpoint, Network } from '../support/deploy/network.ts';
import { describeRendered, render } from '../support/deploy/render.ts';
import { expectUnprivileged } from '../support/deploy/unprivileged.ts';
import { projectRoot } from '../support/process/program.ts';

describeRendered('the NATS of an installation', () => {
  const read = (name: string) => readFileSync(`${projectRoot}deploy/nats/${name}`, 'utf8');
  const values = parse(read('values.yaml'));
  const objects = render('nats');
  const installation = render('overlays/production');

  describe('the accounts', () => {
    it('are the same for every installation', () => {
      expect(read('accounts.yaml'), 'Run npm run deploy:nats.').toBe(natsAccountsFile());
    });

    it('have no password in the repository', () => {
      const { config } = parse(read('accounts.yaml'));
      const accounts = Object.values(config.merge.accounts) as { users?: { password: string }[] }[];
      const passwords = accounts.flatMap(({ users = [] }) => users.map(({ password }) => password));
      expect(passwords).toHaveLength(natsUsers.length + 1);
      for (const password of passwords) expect(password).toMatch(/^<< \$NATS_PASSWORD_[A-Z]+ >>$/);
    });

    it('have a secret for each process, which no other process mounts', () => {
      const deployments = ofKind(installation, 'Deployment');
      const mounted = [...deployments, ...ofKind(installation, 'Job', 'CronJob')].flatMap((object) =>
        (podOf(object).spec.volumes ?? []).filter(({ name }) => name === 'nats').map(({ secret }) => secret.secretName),
      );
      expect(mounted.toSorted()).toEqual(natsUsers.map(({ name }) => `lyceum-${name}-nats`).toSorted());
      for (const object of deployments.filter(({ metadata }) => metadata.name !== 'console'))
        expect(environmentOf(containerOf(object), installation)).toMatchObject({
          NATS_URL_FILE: '/secrets/nats/url',
          NATS_TLS_CA_FILE: '/secrets/nats/ca.crt',
        });
    });
  });

  describe('the servers', () => {
    it('use TLS with clients and with each other, and accept no server without a certificate', () => {
      const { tlsCA, config } = values;
      expect(tlsCA).toEqual({ enabled: true, secretName: 'nats-tls' });
      expect(config.nats.tls).toEqual({ enabled: true, secretName: 'nats-tls' });
      expect(config.cluster.tls).toEqual({ enabled: true, secretName: 'nats-tls', merge: { verify: true } });
      expect(config.leafnodes.enabled).toBe(false);
      for (const other of ['gateway', 'websocket', 'mqtt']) expect(config[other]).toBeUndefined();
    });

    it('have a certificate for the names under which they are called', () => {
      const { spec } = getObject(objects, 'Certificate', 'nats');
      expect(spec).toMatchObject({ secretName: 'nats-tls', issuerRef: { name: 'nats-authority' } });
      expect(spec.usages).toEqual(['server auth', 'client auth']);
      // useFQDN: nats-0.nats-headless.nats.svc.cluster.local
      expect(values.config.cluster.routeURLs).toEqual({ useFQDN: true });
      expect(spec.dnsNames).toEqual(expect.arrayContaining(['nats.nats', '*.nats-headless.nats.svc.cluster.local']));
    });

    it('run unprivileged', () => {
      const own = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
      for (const part of ['container', 'reloader', 'promExporter'])
        expect([part, values[part].merge.securityContext]).toEqual([part, own]);
      expect(values.podTemplate.merge.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      });
      expect(getObject(objects, 'Namespace', 'nats').metadata.labels).toMatchObject({
        'pod-security.kubernetes.io/enforce': 'restricted',
      });
    });
  });

  describe.each(['nats', 'nats-local'])('%s', (folder) => {
    const own = render(folder);
    const network = new Network(own);
    const job = getObject(own, 'Job', 'provision');
    const nats = { name: 'nats', namespace: 'nats', labels: { 'app.kubernetes.io/name': 'nats' } };
    const monitoring = { name: 'monitoring', namespace: 'monitoring', labels: {} };
    const everybody = [
      ...Network.endpointsOf([...installation, ...own]),
      nats,
      monitoring,
      { name: 'stranger', namespace: 'lyceum', labels: {} },
      { name: 'neighbour', namespace: 'nats', labels: {} },
      { name: 'impostor', namespace: 'default', labels: { 'app.kubernetes.io/component': 'gateway' } },
    ];
    const reaching = (to: Endpoint, port: number) =>
      everybody.filter((from) => network.takes(to, from, port)).map(({ name }) => name);

    it('is reachable for processes, its servers for each other, and its monitor for no one', () => {
      const processes = ofKind(installation, 'Deployment').map(({ metadata }) => metadata.name);
      expect(reaching(nats, 4222).toSorted()).toEqual(
        [...processes.filter((name) => name !== 'console'), 'operator', 'provision'].toSorted(),
      );
      expect(reaching(nats, 6222)).toEqual(['nats']);
      expect(reaching(nats, 7777)).toEqual(['monitoring']);
      for (const port of [7422, 8222, 443]) expect([port, reaching(nats, port)]).toEqual([port, []]);
    });

    it('denies every pod everything not allowed', () => {
      const pods = everybody.filter(({ namespace }) => namespace === 'nats');
      expect(pods.map(({ name }) => name)).toEqual(['provision', 'nats', 'neighbour']);
      expect(pods.filter((pod) => !network.denies(pod))).toEqual([]);
      const provision = pods[0] as Endpoint;
      expect([network.lets(provision, nats, 4222), network.lets(provision, nats, 6222)]).toEqual([true, false]);
      expect(network.lets(nats, nats, 6222)).toBe(true);
    });

    it('has the administrator’s password in one unprivileged pod only', () => {
      expectUnprivileged(job, own);
      expect(containerOf(job).args).toEqual(['nats', 'provision']);
      expect(podOf(job).spec.volumes?.[0]?.secret.secretName).toBe('nats-admin');
      expect(JSON.stringify(installation)).not.toContain('nats-admin');
    });
  });
});

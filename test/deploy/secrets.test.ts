import { describe, expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import {
  containerOf,
  environmentOf,
  getObject,
  type KubernetesObject,
  ofKind,
  podOf,
} from '../support/deploy/kubernetes.ts';
import { Network } from '../support/deploy/network.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('the secrets', () => {
  /** What an attacker gets from a compromised pod: the secrets it mounts. */
  function secretsOf(object: KubernetesObject): string[] {
    const names = (podOf(object).spec.volumes ?? []).flatMap(({ secret, projected }) =>
      projected ? projected.sources.map((source) => source.secret.name) : [secret.secretName],
    );
    return [...new Set(names)].sort();
  }

  const names = services.map(({ name }) => name);

  describe.each(['overlays/local', 'overlays/production'])('%s', (folder) => {
    const objects = render(folder);
    const deployment = (name: string) => getObject(objects, 'Deployment', name);
    const job = (name: string) => getObject(objects, 'Job', name);

    it('every pod mounts its own secrets, and no other', () => {
      for (const name of names) {
        const identity = name === 'identity' ? 'lyceum-identity-keys' : 'lyceum-identity-public-keys';
        const own = ['db', 'nats', 'tls'].map((each) => `lyceum-${name}-${each}`);
        const keys = ['identity', 'webhooks'].includes(name) ? [`lyceum-${name}-secret-keys`] : [];
        expect([name, secretsOf(deployment(name))]).toEqual([name, [...own, identity, ...keys].sort()]);
        expect([name, secretsOf(job(`migrate-${name}`))]).toEqual([name, [`lyceum-${name}-db`]]);
      }
      expect(secretsOf(deployment('gateway'))).toEqual([
        'lyceum-cursor-keys',
        'lyceum-gateway-nats',
        'lyceum-gateway-tls',
      ]);
      expect(secretsOf(deployment('console'))).toEqual(['lyceum-console-tls']);
      expect(ofKind(objects, 'Deployment')).toHaveLength(names.length + 2);
      expect(ofKind(objects, 'Job')).toHaveLength(names.length);
    });

    it('an operator’s token is only in the pod of the command line, with all databases', () => {
      const session = getObject(objects, 'CronJob', 'operator');
      expect(secretsOf(session)).toEqual(
        [
          ...names.map((name) => `lyceum-${name}-db`),
          ...['nats', 'tls', 'token'].map((each) => `lyceum-operator-${each}`),
        ].sort(),
      );
      expect(JSON.stringify(objects.filter((object) => object !== session))).not.toContain('lyceum-operator-token');
    });

    it('no secret is in a variable, which every process of the pod and kubectl describe would show', () => {
      expect(JSON.stringify(objects)).not.toMatch(/secretKeyRef|secretRef/);
    });
  });

  it('a database role is not a superuser, and cannot create roles or databases', () => {
    const { roles } = getObject(render('postgres'), 'Cluster', 'lyceum-postgres').spec.managed;
    const granted = ['superuser', 'createrole', 'createdb', 'bypassrls', 'replication', 'inRoles'];
    expect(roles).toHaveLength(names.length);
    for (const role of roles) expect(granted.filter((each) => role[each] !== undefined)).toEqual([]);
  });

  it('a database role of a service cannot connect to the databases of the server itself', () => {
    const { postgresql } = getObject(render('postgres'), 'Cluster', 'lyceum-postgres').spec;
    const [[type, databases, roles = '', addresses, verdict]] = postgresql.pg_hba.map((line: string) =>
      line.split(' '),
    );
    expect([type, databases, addresses, verdict]).toEqual(['host', 'postgres,template1', 'all', 'reject']);
    expect(roles.split(',').sort()).toEqual([...names].sort());
  });

  describe('of email', () => {
    const objects = render('overlays/email');
    const plain = render('overlays/production');
    const network = new Network(objects);
    const pods = Network.endpointsOf(objects);
    const reaching = (address: string, port: number) =>
      pods.filter((from) => network.letsOut(from, address, port)).map(({ name }) => name);

    it('gives identity, and nobody else, the mail server as a file', () => {
      const identity = getObject(objects, 'Deployment', 'identity');
      expect(environmentOf(containerOf(identity), objects)).toMatchObject({
        SMTP_URL_FILE: '/secrets/smtp/url',
        SMTP_FROM: expect.stringMatching(/^\S+ <[^@]+@[^@]+>$/),
      });
      const mounts = containerOf(identity).volumeMounts ?? [];
      expect(mounts).toContainEqual({ name: 'smtp', mountPath: '/secrets/smtp', readOnly: true });
      expect(podOf(identity).spec.volumes).toContainEqual({ name: 'smtp', secret: { secretName: 'lyceum-smtp' } });
      expect(objects.filter((object) => JSON.stringify(object).includes('lyceum-smtp'))).toHaveLength(1);
    });

    it('lets identity alone out to the ports of mail servers, on the internet only', () => {
      for (const port of [465, 587]) {
        expect(reaching('1.1.1.1', port)).toEqual(['identity']);
        expect(reaching('2606:4700::1111', port)).toEqual(['identity']);
        expect(reaching('10.0.0.1', port)).toEqual([]);
        expect(reaching('fd00::1', port)).toEqual([]);
      }
      expect(reaching('1.1.1.1', 25)).toEqual([]);
    });

    it('is no part of an installation that does not ask for it', () => {
      expect(JSON.stringify(plain)).not.toMatch(/smtp/i);
      const without = new Network(plain);
      expect(Network.endpointsOf(plain).filter((from) => without.letsOut(from, '1.1.1.1', 587))).toEqual([]);
    });
  });
});

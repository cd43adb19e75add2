import { describe, expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { getObject, type KubernetesObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
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
});

import { describe, expect, it } from 'vitest';
import { services } from '../../installation/services.ts';
import { getObject, type KubernetesObject, ofKind, podOf } from './support/kubernetes.ts';
import { readManifest, render } from './support/render.ts';

/** What an attacker gets from a compromised pod: the secrets it mounts. */
function secretsOf(object: KubernetesObject): string[] {
  return (podOf(object).spec.volumes ?? []).map(({ secret }) => secret.secretName).sort();
}

const names = services.map(({ name }) => name);

describe.each(['overlays/local', 'overlays/production'])('%s', (folder) => {
  const objects = render(folder);
  const deployment = (name: string) => getObject(objects, 'Deployment', name);
  const job = (name: string) => getObject(objects, 'Job', name);
  const example = (path: string) => readManifest(`examples/${path}.yaml`)[0] as KubernetesObject;

  it('every pod mounts its own secrets, and no other', () => {
    for (const name of names) {
      const identity = name === 'directory' ? 'lyceum-identity-keys' : 'lyceum-identity-public-keys';
      const own = ['db', 'nats', 'tls'].map((each) => `lyceum-${name}-${each}`);
      const keys = ['directory', 'webhooks'].includes(name) ? [`lyceum-${name}-secret-keys`] : [];
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

  it('an operator’s token is only in pods of the command line', () => {
    expect(secretsOf(example('operator-create-job'))).toEqual(['lyceum-directory-db', 'lyceum-operator-token']);
    for (const path of ['operator-job', 'operator-session'])
      expect(secretsOf(example(path)).filter((name) => !/^lyceum-operator-/.test(name))).toEqual([]);
    expect(JSON.stringify(objects)).not.toContain('lyceum-operator-token');
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
  const [[type, databases, roles = '', addresses, verdict]] = postgresql.pg_hba.map((line: string) => line.split(' '));
  expect([type, databases, addresses, verdict]).toEqual(['host', 'postgres,template1', 'all', 'reject']);
  expect(roles.split(',').sort()).toEqual([...names].sort());
});

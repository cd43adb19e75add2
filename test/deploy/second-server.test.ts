import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { callGraph } from '../support/deploy/call-graph.ts';
import { containerOf, environmentOf, getObject, ofKind, podOf } from '../support/deploy/kubernetes.ts';
import { type Endpoint, Network } from '../support/deploy/network.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('a second PostgreSQL server', () => {
  const placeable = services.filter(({ isPlaceable }) => isPlaceable).map(({ name }) => name);
  const objects = render('overlays/second-server');
  const database = render('postgres-b');
  const graph = callGraph();
  const onServerB = (names: readonly string[]) => names.map((name) => `${name}-b`);
  const namesOf = (kind: string) => ofKind(objects, kind).map(({ metadata }) => metadata.name);
  const environment = (kind: string, name: string) =>
    environmentOf(containerOf(getObject(objects, kind, name)), objects);

  it('adds the processes and migrations of the placeable services alone', () => {
    expect(namesOf('Deployment').sort()).toEqual([...graph.keys(), ...onServerB(placeable)].sort());
    const migrations = [...services.map(({ name }) => name), ...onServerB(placeable)];
    expect(namesOf('Job').sort()).toEqual(migrations.map((name) => `migrate-${name}`).sort());
  });

  it.each(placeable)('%s there is that of production, with its own name, database and server', (name) => {
    for (const [kind, own] of [
      ['Deployment', name],
      ['Job', `migrate-${name}`],
      ['HorizontalPodAutoscaler', name],
      ['PodDisruptionBudget', name],
      ['Service', name],
    ] as const) {
      const { spec } = getObject(objects, kind, `${own}-b`);
      const text = JSON.stringify(spec)
        .replaceAll(/\b([a-z]+)-b\b(?!:)/g, '$1')
        .replaceAll('"app.kubernetes.io/instance":"b",', '');
      const [first, second] = [JSON.stringify(getObject(objects, kind, own).spec), text].map((each) =>
        each.replaceAll(/"lyceum-[a-z0-9]{10}"/g, '"lyceum"'),
      );
      expect(second).toBe(first);
    }
    for (const [kind, own] of [
      ['Deployment', name],
      ['Job', `migrate-${name}`],
    ] as const) {
      expect(environment(kind, `${own}-b`).DATABASE_SERVER).toBe('b');
      expect(environment(kind, own).DATABASE_SERVER).toBeUndefined();
      const { volumes = [] } = podOf(getObject(objects, kind, `${own}-b`)).spec;
      expect(volumes[0]).toEqual({ name: 'database', secret: { secretName: `lyceum-${name}-b-db` } });
    }
    // It is called by the new name, and is the same kind of process.
    const certificate = getObject(objects, 'Certificate', name).spec;
    expect(certificate.dnsNames).toContain(`${name}-b`);
    expect(certificate.uris).toEqual([`spiffe://lyceum/${name}`]);
  });

  it('all callers have the addresses on both servers', () => {
    for (const [caller, peers] of graph)
      for (const process of placeable.includes(caller) ? [caller, `${caller}-b`] : [caller])
        for (const peer of peers) {
          const address = `${peer}:9090${placeable.includes(peer) ? ` b=${peer}-b:9090` : ''}`;
          expect([process, environment('Deployment', process)[`${peer.toUpperCase()}_URL`]]).toEqual([
            process,
            address,
          ]);
        }
  });

  it('the command line has the addresses and the databases', () => {
    const variables = environment('CronJob', 'operator');
    for (const name of placeable)
      expect(variables[`${name.toUpperCase()}_URL`]).toBe(`dns:///${name}:9090 b=dns:///${name}-b:9090`);
    expect(variables.PLACED_DATABASE_URLS_FILE).toBe('/secrets/placed/urls');
    const mounting = ofKind(objects, 'Deployment', 'Job', 'CronJob').filter((object) =>
      podOf(object).spec.volumes?.some(({ secret }) => secret?.secretName === 'lyceum-operator-placed-db'),
    );
    expect(mounting.map(({ metadata }) => metadata.name)).toEqual(['operator']);
  });

  const network = new Network(objects);
  const pods = Network.endpointsOf(objects);
  const pod = (name: string) => pods.find((each) => each.name === name) as Endpoint;

  it('the allowed calls to and from its processes match the code, at both ends', () => {
    const parts = new Map([...graph.keys()].map((name) => [name, [name]]));
    for (const name of placeable) parts.set(name, [name, `${name}-b`]);
    const declared = [...graph].flatMap(([caller, peers]) =>
      (parts.get(caller) ?? []).flatMap((from) =>
        peers.flatMap((peer) => (parts.get(peer) ?? []).map((to) => `${from} → ${to}`)),
      ),
    );
    const called = [...parts.values()].flat().filter((name) => name !== 'gateway' && name !== 'console');
    const allowed: string[] = [];
    for (const from of pods)
      for (const to of called.map(pod)) {
        const lets = network.lets(from, to, 9090);
        expect([from.name, to.name, network.takes(to, from, 9090)]).toEqual([from.name, to.name, lets]);
        if (lets) allowed.push(`${from.name} → ${to.name}`);
      }
    expect(allowed.sort()).toEqual([...declared, ...called.map((to) => `operator → ${to}`)].sort());
  });

  it('its database is reached by its processes, its migrations and the command line', () => {
    const labels = { 'cnpg.io/cluster': 'lyceum-postgres-b' };
    const postgres = { name: 'postgres-b', namespace: 'lyceum-data', labels };
    const expected = [...onServerB(placeable), ...onServerB(placeable).map((name) => `migrate-${name}`), 'operator'];
    const inData = new Network(database);
    for (const reaching of [
      pods.filter((from) => network.lets(from, postgres, 5432)),
      pods.filter((from) => inData.takes(postgres, from, 5432)),
    ])
      expect(reaching.map(({ name }) => name).sort()).toEqual(expected.sort());
  });

  it('its server is like the first one, with the databases and roles of those services, archived and copied', () => {
    const { managed, postgresql, ...cluster } = getObject(database, 'Cluster', 'lyceum-postgres-b').spec;
    const first = getObject(render('postgres'), 'Cluster', 'lyceum-postgres').spec;
    expect(first).toMatchObject(cluster);
    expect(postgresql).toEqual({ ...first.postgresql, pg_hba: [expect.any(String)] });
    expect(postgresql.pg_hba[0]).toBe(`host postgres,template1 ${placeable.join(',')},lyceum all reject`);
    const roles = managed.roles.map(({ name, inRoles }: { name: string; inRoles?: string[] }) => [name, inRoles]);
    expect(roles).toEqual([...placeable.map((name) => [name, undefined]), ['lyceum', placeable]]);
    const databases = ofKind(database, 'Database').map(({ spec }) => [spec.name, spec.owner, spec.cluster.name]);
    expect(databases.sort()).toEqual(placeable.map((name) => [`lyceum_${name}`, name, 'lyceum-postgres-b']).sort());
    const [backup] = ofKind(database, 'ScheduledBackup');
    expect(backup?.spec.cluster.name).toBe('lyceum-postgres-b');
    const monitored = getObject(render('monitoring/cloudnative-pg'), 'PodMonitor', 'lyceum-postgres').spec.selector;
    expect(monitored.matchExpressions[0].values).toEqual(['lyceum-postgres', 'lyceum-postgres-b']);
  });
});

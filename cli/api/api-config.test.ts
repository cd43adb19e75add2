import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ConfigError } from '../../platform/core/config/config.ts';
import { readApiConfig } from './api-config.ts';

const environment = { LYCEUM_CLIENT_ID: 'id', LYCEUM_CLIENT_SECRET: 'secret' };

it('defaults to the gateway on this machine', () => {
  const url = 'http://localhost:8080/api/v4';
  expect(readApiConfig(environment, {})).toEqual({ url, clientId: 'id', clientSecret: 'secret' });
});

it.each([
  ['https://lyceum.example', 'https://lyceum.example/api/v4'],
  ['https://lyceum.example/', 'https://lyceum.example/api/v4'],
  ['https://lyceum.example/api/v4', 'https://lyceum.example/api/v4'],
  ['https://lyceum.example/api/v4/', 'https://lyceum.example/api/v4'],
  ['http://localhost:8081/campus', 'http://localhost:8081/campus/api/v4'],
])('%s is %s', (given, url) => {
  expect(readApiConfig({ ...environment, LYCEUM_URL: given }, {}).url).toBe(url);
});

it('options override the environment', () => {
  const options = { LYCEUM_URL: 'http://b', LYCEUM_CLIENT_ID: 'other' };
  const config = readApiConfig({ ...environment, LYCEUM_URL: 'http://a' }, options);
  expect(config).toEqual({ url: 'http://b/api/v4', clientId: 'other', clientSecret: 'secret' });
});

it('reads the secret from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lyceum-secret-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 'from a file\n');
  const config = readApiConfig({ LYCEUM_CLIENT_ID: 'id', LYCEUM_CLIENT_SECRET_FILE: file }, {});
  rmSync(folder, { recursive: true });
  expect(config.clientSecret).toBe('from a file');
});

it('names everything that is missing or invalid, and never prints the secret', () => {
  expect(() => readApiConfig({ LYCEUM_URL: 'ftp://x' }, {})).toThrow(ConfigError);
  expect(() => readApiConfig({ LYCEUM_URL: 'ftp://x' }, {})).toThrow(
    /LYCEUM_URL must be a URL.*LYCEUM_CLIENT_ID is missing.*LYCEUM_CLIENT_SECRET is missing/s,
  );
});

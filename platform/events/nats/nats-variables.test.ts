import { expect, it } from 'vitest';
import { readConfig } from '../../core/config/config.ts';
import { natsServers } from './nats-link.ts';
import { natsVariables, natsVariablesFor } from './nats-variables.ts';

const read = (environment: Record<string, string>) => readConfig(natsVariablesFor(environment), environment);

it('an address with TLS trusts the configured authorities', () => {
  expect(natsServers({ url: 'tls://u:p@a:4222', ca: 'PEM' })).toMatchObject({ tls: { ca: 'PEM' } });
  expect(natsServers({ url: 'nats://u:p@a:4222', ca: 'PEM' })).not.toHaveProperty('tls');
});

it('production requires NATS', () => {
  expect(read({}).NATS_URL).toBeUndefined();
  expect(() => read({ NODE_ENV: 'production' })).toThrow('NATS_URL is missing');
  expect(read({ NODE_ENV: 'production', NATS_URL: 'nats://a:4222' }).NATS_URL).toBe('nats://a:4222');
});

it.each(['a:4222', 'http://a:4222', 'nats://a:4222,', 'nats://a:4222,b'])('%j is not a valid address', (url) => {
  expect(() => readConfig(natsVariables, { NATS_URL: url })).toThrow('must be URLs that begin with nats:// or tls://');
});

it.each([
  ['nats://a:4222', { servers: ['a:4222'] }],
  ['nats://u:p%40w@a:4222, nats://b:4223', { servers: ['a:4222', 'b:4223'], user: 'u', pass: 'p@w' }],
  ['tls://t0ken@a:4222', { servers: ['a:4222'], token: 't0ken', tls: {} }],
])('%j is parsed into servers and credentials', (url, expected) => {
  expect(natsServers({ url })).toEqual(expected);
});

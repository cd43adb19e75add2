import { expect, it } from 'vitest';
import { isOldNats, NATS_VERSIONS, syncsBatches } from './server-version.ts';

it.each([
  ['2.9.10', true],
  ['2.10.29', true],
  ['2.11.9', true],
  ['2.11.15', true],
  ['2.11.16', false],
  ['2.11.100', false],
  ['2.12.0', true],
  ['2.12.6', true],
  ['2.12.7', false],
  ['2.13.0', false],
  ['2.15.1', false],
  ['3.0.0', false],
])('%s is older than an installation should have: %s', (version, isOld) => {
  expect(isOldNats(version)).toBe(isOld);
});

it('the versions are named in words', () => {
  expect(NATS_VERSIONS).toBe('2.11.16 or later, 2.12.7 or later of 2.12');
});

it('batches are stored with a few syncs from 2.15 on', () => {
  expect(['2.9.10', '2.14.9', '2.15.0', '2.15.1'].filter(syncsBatches)).toEqual(['2.15.0', '2.15.1']);
});

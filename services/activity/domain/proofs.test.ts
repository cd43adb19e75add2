import { expect, it } from 'vitest';
import { Proofs } from './proofs.ts';

const owner = { institutionId: 'an institution', integrationId: 'an integration' };
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const HOUR = Date.UTC(2026, 9, 5, 8);
const from = HOUR + 10 * MINUTE_MS;
const to = HOUR + 50 * MINUTE_MS;
const proofs = (...kinds: string[]) => new Proofs(kinds.map((kind) => ({ who: { kind, ...owner }, from, to })));

it('a statement proves what gateways date up to five minutes before and after its time', () => {
  const instants = [from - 5 * MINUTE_MS - 1, from - 5 * MINUTE_MS, to + 5 * MINUTE_MS, to + 5 * MINUTE_MS + 1];
  expect(instants.map((at) => proofs('integration').at(owner, at))).toEqual(['nothing', 'all', 'all', 'nothing']);
});

it('a statement proves sums of the hours that it touches', () => {
  const late = new Proofs([{ who: { kind: 'integration', ...owner }, from: HOUR - HOUR_MS, to: HOUR - 6 * MINUTE_MS }]);
  const hours = [-61, -60, -1, 0].map((minutes) => new Date(HOUR + minutes * MINUTE_MS).toISOString());
  expect(hours.map((hour) => late.inHourOf(owner, hour))).toEqual(['all', 'all', 'all', 'nothing']);
});

it('who has shown a client id alone has refusals, in whatever order statements come', () => {
  expect(proofs('client').at(owner, from)).toBe('rejected');
  expect(proofs('client', 'integration').at(owner, from)).toBe('all');
  expect(proofs('integration', 'client').at(owner, from)).toBe('all');
  expect(proofs('operator').at(owner, from)).toBe('nothing');
});

import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import {
  SecretUseSchema,
  UsageOfHourSchema,
  UsageOfIntegrationSchema,
  UsageOfRouteSchema,
} from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { acceptableRecords, acceptableUsage } from './acceptable.ts';
import { Proofs } from './proofs.ts';

const owner = { institutionId: 'an institution', integrationId: 'an integration' };
const NOW = Date.parse('2026-10-05T08:00:00.000Z');
const proven = (kind: string) => new Proofs([{ who: { kind, ...owner }, from: NOW, to: NOW }]);

describe('a record', () => {
  const record = {
    ...owner,
    ...{ id: '01a219a1-4ece-75e0-a14d-7dda2fbdad0a', time: '2026-10-05T08:00:00.000Z', requestId: 'r', method: 'GET' },
    ...{ path: '/', status: 200, durationMs: 0.5, bytesIn: 0, bytesOut: 0, isReplay: false },
  };
  const left = (fields: object, kind = 'integration') => {
    const json = new TextEncoder().encode(JSON.stringify([record, { ...record, ...fields }]));
    return acceptableRecords(json, proven(kind)).leftOut;
  };
  const error = { field: 'a', message: 'b', code: 'c', pointer: '/a' };
  const errorsOf = (length: number) => {
    const empty = JSON.stringify([{ ...error, message: '' }]);
    return JSON.stringify([{ ...error, message: 'a'.repeat(length - empty.length) }]);
  };

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['id', [record.id], [record.id.toUpperCase(), 'x', 1, [record.id], undefined]],
    ['time', [record.time], ['2026-10-05', 1, undefined]],
    ['requestId', ['', 'a'.repeat(200)], ['a'.repeat(201), 1, undefined]],
    ['method', ['', 'a'.repeat(200)], ['a'.repeat(201), 1, undefined]],
    ['route', [null, undefined, '', 'a'.repeat(1_000)], ['a'.repeat(1_001), 1]],
    ['path', ['', 'a'.repeat(4_000)], ['a'.repeat(4_001), '/\0', '\ud800', undefined]],
    ['status', [100, 200, 2_147_483_647], [99, 200.5, 2_147_483_648, '200', undefined]],
    ['code', [null, undefined, '', 'a'.repeat(200)], ['a'.repeat(201), 1]],
    ['detail', [null, undefined, '', 'a'.repeat(4_000)], ['a'.repeat(4_001), 1]],
    ['errors', [null, undefined, '[]', errorsOf(20_000)], [errorsOf(20_001), '{}', 'none', '[1]', '[null]', 1]],
    ...Object.keys(error).map(
      (name) =>
        ['errors', [JSON.stringify([error])], [JSON.stringify([{ ...error, [name]: 1 }])]] as const satisfies [
          string,
          readonly unknown[],
          readonly unknown[],
        ],
    ),
    ['durationMs', [0, 0.5], ['long', null, undefined]],
    ['bytesIn', [0, 2_147_483_647], [-1, 0.5, 2_147_483_648, undefined]],
    ['bytesOut', [0, 2_147_483_647], [-1, 0.5, 2_147_483_648, undefined]],
    ['isReplay', [true, false], [1, null, undefined]],
    ['rateLimitRemaining', [null, undefined, 0, 2_147_483_647], [-1, 0.5, 2_147_483_648, '0']],
    ['userAgent', [null, undefined, '', 'a'.repeat(4_000)], ['a'.repeat(4_001), 1]],
    ['clientAddress', [null, undefined, '', 'a'.repeat(200)], ['a'.repeat(201), 1]],
  ])('has a value of %s that its column can hold', (name, good, bad) => {
    expect(good.map((value) => left({ [name]: value }))).toEqual(good.map(() => 0));
    expect(bad.map((value) => left({ [name]: value }))).toEqual(bad.map(() => 1));
  });

  it('of a wrong secret is a refusal', () => {
    expect([200, 400, 401, 402].map((status) => left({ status }, 'client'))).toEqual([2, 2, 1, 2]);
  });

  it('is handed on as it came if all are acceptable', () => {
    const json = new TextEncoder().encode(JSON.stringify([record]));
    expect(acceptableRecords(json, proven('integration'))).toEqual({ records: [record], leftOut: 0 });
  });
});

it.each(['[', '{}', '"a"', '1', '[null]', '[[]]'])('%s is no record', (text) => {
  expect(acceptableRecords(new TextEncoder().encode(text), proven('integration')).leftOut).toBe(1);
});

it('no records are none too many', () => {
  const json = new Uint8Array();
  expect(acceptableRecords(json, proven('integration'))).toEqual({ records: [], leftOut: 0 });
});

describe('sums', () => {
  const most = 2n ** 50n;
  const counted = (route: object, { kind = 'integration', lost = 0 } = {}) => {
    const usage = create(UsageOfIntegrationSchema, {
      ...owner,
      hours: [
        create(UsageOfHourSchema, {
          hour: '2026-10-05T08:00:00.000Z',
          lost,
          routes: [create(UsageOfRouteSchema, { route: '/', statusClass: 2, ...route })],
        }),
      ],
      uses: [create(SecretUseSchema, { lastUsedAt: '2026-10-05T08:00:00.000Z' })],
    });
    const [accepted] = acceptableUsage([usage], proven(kind));
    return accepted && [accepted.hours.length, accepted.hours[0]?.routes.length, accepted.uses.length];
  };

  it.each<[string, readonly unknown[], readonly unknown[]]>([
    ['route', ['', 'a'.repeat(1_000)], ['a'.repeat(1_001), '\0']],
    ['statusClass', [1, 5], [0, 6]],
    ['bytesIn', [-most, most], [-most - 1n, most + 1n]],
    ['bytesOut', [-most, most], [-most - 1n, most + 1n]],
  ])('have a value of %s that is within bounds', (name, good, bad) => {
    expect(good.map((value) => counted({ [name]: value }))).toEqual(good.map(() => [1, 1, 1]));
    expect(bad.map((value) => counted({ [name]: value }))).toEqual(bad.map(() => [1, 0, 1]));
  });

  it('of an hour are left out if fewer than none were lost', () => {
    expect(counted({}, { lost: -1 })).toEqual([0, undefined, 1]);
  });

  it('of a wrong secret are those of refusals, and no use of a secret', () => {
    expect([3, 4, 5].map((statusClass) => counted({ statusClass }, { kind: 'client' })?.slice(1))).toEqual([
      [0, 0],
      [1, 0],
      [0, 0],
    ]);
  });

  it('of whom nothing is proven are left out', () => {
    expect(counted({}, { kind: 'operator' })).toEqual([0, undefined, 0]);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { unitAmount } from './unit-amount.ts';

const item = (units: number, requiresAppointments = true) => ({ units, requiresAppointments });

describe('unitAmount', () => {
  it.each([
    [[0.1, 0.2], 0.3],
    [[1e15, 0.4], 1e15],
    [[1e308, 1e308], Number.MAX_VALUE],
    [Array.from({ length: 1000 }, () => 0.1), 100],
  ])('adds decimals', (units, sum) => {
    expect(unitAmount(units.map((each) => item(each)))).toBe(sum);
  });

  it('is the exact sum of cents, in any order', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(10_000_000), fc.boolean()), { maxLength: 1000 }), (cents) => {
        const exact = cents.reduce((sum, [each, counts]) => sum + (counts ? each : 0), 0) / 100;
        expect(unitAmount(cents.map(([each, counts]) => item(each / 100, counts)))).toBe(exact);
      }),
    );
  });
});

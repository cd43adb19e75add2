import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCodeFormat, codeFault, hasCodeFormat } from './code-format.ts';

/** A literal that cannot form a token, not even with its neighbours. */
const literal = fc.string({ unit: fc.constantFrom(...'AbZ-_ .*+?^$}{()|\\/]x1'), maxLength: 5 });
const digit = fc.integer({ min: 0, max: 9 }).map(String);
const literals = fc.array(literal, { minLength: 5, maxLength: 8 });

/** A format and a matching code. */
const pair = literals.chain((parts) =>
  fc.array(digit, { minLength: parts.length - 1, maxLength: parts.length - 1 }).map((digits) => ({
    format: parts.join('[0]'),
    code: parts.map((part, index) => part + (digits[index] ?? '')).join(''),
  })),
);

describe('a code', () => {
  it('matches exactly when an equivalent regular expression does', () => {
    const format = fc.constantFrom('NH-[0][0][0][0]', '[0].[0]*[0]+[0]', '[A][0][0][0][0]$', '[[0]][0][0][0]');
    const code = fc.string({ unit: fc.constantFrom(...'NHnh-.*+[]A$0159٣'), maxLength: 12 });
    fc.assert(
      fc.property(
        format,
        fc.oneof(
          code,
          pair.map((each) => each.code),
        ),
        (format, code) => {
          const pattern = format
            .split('[0]')
            .map((part) => part.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&'))
            .join('[0-9]');
          expect(hasCodeFormat(code, format)).toBe(new RegExp(`^(?:${pattern})$`).test(code));
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('is shown by an example where it is wrong', () => {
    expect(codeFault('x', 'NH-[0][0][0][0]', '/code')?.message).toBe(
      'must have the format NH-[0][0][0][0], such as NH-1234',
    );
    fc.assert(
      fc.property(pair, ({ format }) => {
        const { message } = codeFault(`${format}x`, format, '/code') ?? { message: '' };
        expect(hasCodeFormat(message.slice(`must have the format ${format}, such as `.length), format)).toBe(true);
      }),
    );
  });
});

describe('a format', () => {
  it.each(['', 'NH', 'NH-[1][2][3][4]', '[x][x][x][x]', '0000', '[0', '[ 0]'])('%j has no token', (format) => {
    expect(() => checkCodeFormat(format, '/f')).toThrow(
      expect.objectContaining({
        code: 'CODE_FORMAT_NO_DYNAMIC_TOKEN',
        violations: [expect.objectContaining({ pointer: '/f' })],
      }),
    );
  });

  it.each(['[0]', 'NH-[0][0][0]', '[0][0][0][1]'])('%j has too few', (format) => {
    expect(() => checkCodeFormat(format, '/f')).toThrow(
      expect.objectContaining({ code: 'CODE_FORMAT_MIN_BLOCKS_NOT_MET' }),
    );
  });

  it.each(['[0][0][0][0]', 'A[0]b[0]C[0]-[0]-', '[0][0][0][0][0][x]'])('%j is valid', (format) => {
    expect(() => checkCodeFormat(format, '/f')).not.toThrow();
  });
});

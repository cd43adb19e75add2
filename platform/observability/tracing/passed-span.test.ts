import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PassedSpan } from './passed-span.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('a traceparent', () => {
  it('is read and passed on as it is', () => {
    const hex = (length: number) =>
      fc
        .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
        .map((digits) => digits.join(''))
        .filter((id) => /[^0]/.test(id));
    fc.assert(
      fc.property(hex(32), hex(16), fc.boolean(), (trace, span, sampled) => {
        const text = `00-${trace}-${span}-0${sampled ? 1 : 0}`;
        const read = PassedSpan.read(text);
        expect(read?.traceparent).toBe(text);
        expect(read?.ids).toEqual(sampled ? { trace_id: trace, span_id: span } : undefined);
      }),
    );
  });

  it.each([
    ['a later version', `01-${TRACE}-${SPAN}-01-more`, `00-${TRACE}-${SPAN}-01`],
    ['flags that we do not know', `00-${TRACE}-${SPAN}-ff`, `00-${TRACE}-${SPAN}-01`],
    ['others, not sampled', `00-${TRACE}-${SPAN}-02`, `00-${TRACE}-${SPAN}-00`],
  ])('of %s is read for what we know of it', (_, text, passed) => {
    expect(PassedSpan.read(text)?.traceparent).toBe(passed);
  });

  it.each([
    ['', 'nothing'],
    [`ff-${TRACE}-${SPAN}-01`, 'the version that is none'],
    [`00-${TRACE}-${SPAN}-01-more`, 'more than the version has'],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, 'no trace'],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, 'no span'],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, 'upper case'],
    [`00-${TRACE.slice(1)}-${SPAN}-01`, 'a digit too few'],
    [`00-${TRACE}-${SPAN}`, 'no flags'],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, 'two headers'],
    [`01-${TRACE}-${SPAN}-01-${'x'.repeat(5_000)}`, 'no end'],
  ])('%j, %s, counts as absent', (text) => {
    expect(PassedSpan.read(text)).toBeUndefined();
  });
});

it.each([
  ['vendor=1,other=2', 'vendor=1,other=2'],
  ['x'.repeat(513), ''],
  ['vendor=\u00e4', ''],
  ['a=1\r\nx: y', ''],
  [null, ''],
])('the tracestate %j is passed on as %j', (state, passed) => {
  expect(PassedSpan.read(`00-${TRACE}-${SPAN}-01`, state)?.tracestate).toBe(passed);
});

it('nothing is added to it', () => {
  const span = PassedSpan.read(`00-${TRACE}-${SPAN}-01`);
  expect(span?.begin()).toBe(span);
});

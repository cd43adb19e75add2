import { propagation } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { headersOf, readSpan, traceIdsOf } from './spans.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

it('without tracing no header is read', () => {
  propagation.disable();
  expect(readSpan({ traceparent: `00-${TRACE}-${SPAN}-01` })).toBeUndefined();
});

describe('with tracing', () => {
  beforeAll(() => void propagation.setGlobalPropagator(new W3CTraceContextPropagator()));

  it.each([
    ['sampled', '01', { trace_id: TRACE, span_id: SPAN }],
    ['not sampled', '00', {}],
  ])('a traceparent of a request that is %s is read and passed on unchanged', (_, flags, ids) => {
    const traceparent = `00-${TRACE}-${SPAN}-${flags}`;
    const span = readSpan({ traceparent });
    expect(span && [headersOf(span), traceIdsOf(span)]).toEqual([{ traceparent }, ids]);
  });

  it.each([
    ['', 'nothing'],
    [`ff-${TRACE}-${SPAN}-01`, 'the invalid version'],
    [`00-${TRACE}-${SPAN}-01-more`, 'more fields than the version has'],
    [`00-${'0'.repeat(32)}-${SPAN}-01`, 'no trace'],
    [`00-${TRACE}-${'0'.repeat(16)}-01`, 'no span'],
    [`00-${TRACE.toUpperCase()}-${SPAN}-01`, 'upper case'],
    [`00-${TRACE.slice(1)}-${SPAN}-01`, 'one digit too few'],
    [`00-${TRACE}-${SPAN}`, 'no flags'],
    [`00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`, 'two headers'],
  ])('%j, %s, counts as absent', (traceparent) => {
    expect(readSpan({ traceparent })).toBeUndefined();
  });

  it.each([
    ['vendor=1,other=2', 'vendor=1,other=2'],
    ['x'.repeat(513), ''],
    [`vendor=${'x'.repeat(513)}`, ''],
    ['vendor=\u00e4', ''],
    ['a=1\r\nx: y', ''],
    [null, undefined],
  ])('the tracestate %j is passed on as %j', (tracestate, passed) => {
    const span = readSpan({ traceparent: `00-${TRACE}-${SPAN}-01`, tracestate });
    expect(span && headersOf(span).tracestate).toBe(passed);
  });
});

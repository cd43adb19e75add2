import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../../core/config/config.ts';
import { beginPart, isSampled, SpanKind, type Tracer, traceIdsOf } from '../../core/spans.ts';
import { silentLogger } from '../log.ts';
import { openTracing } from './open-tracing.ts';
import { tracingVariables } from './tracing-variables.ts';

const read = (environment: Record<string, string>) => readConfig(tracingVariables, environment);

describe('the variables of traces', () => {
  it('without any nothing is traced', async () => {
    expect(await openTracing(read({}), 'lyceum', silentLogger)).toBeUndefined();
  });

  it('names with values are read as the specification writes them', () => {
    const { OTEL_RESOURCE_ATTRIBUTES } = read({ OTEL_RESOURCE_ATTRIBUTES: 'a=1, b = x%2Cy%3Dz ,' });
    expect(OTEL_RESOURCE_ATTRIBUTES).toEqual({ a: '1', b: 'x,y=z' });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=1=2'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'a=%'],
    ['OTEL_RESOURCE_ATTRIBUTES', '=1'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.01'],
    ['OTEL_TRACES_SAMPLER_ARG', '-1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'half'],
  ])('%s refuses %j', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(ConfigError);
  });
});

describe('a sampler', () => {
  /** How many of 400 roots are kept. */
  async function sampled(environment: Record<string, string>): Promise<number> {
    const config = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', ...environment });
    const tracing = await openTracing(config, 'lyceum', silentLogger);
    const tracer = tracing?.tracer('test');
    const spans = Array.from({ length: 400 }, () => tracer?.startSpan('test'));
    return spans.filter((span) => span && isSampled(span)).length;
  }

  it.each(['always_on', 'parentbased_always_on', ''])('%j keeps all', async (name) => {
    expect(await sampled({ OTEL_TRACES_SAMPLER: name })).toBe(400);
  });

  it.each(['always_off', 'parentbased_always_off'])('%s keeps none', async (name) => {
    expect(await sampled({ OTEL_TRACES_SAMPLER: name })).toBe(0);
  });

  it.each(['traceidratio', 'parentbased_traceidratio'])('%s keeps a part', async (name) => {
    const half = await sampled({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0.5' });
    expect(half).toBeGreaterThan(100);
    expect(half).toBeLessThan(300);
    expect(await sampled({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: '0' })).toBe(0);
  });

  it('below what is not kept nothing is made', async () => {
    const config = read({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', OTEL_TRACES_SAMPLER: 'always_off' });
    const tracer = (await openTracing(config, 'lyceum', silentLogger))?.tracer('test') as Tracer;
    const span = tracer.startSpan('test');
    expect(beginPart(tracer, span, 'part', SpanKind.CLIENT)).toBe(span);
    expect(traceIdsOf(span)).toEqual({});
  });
});

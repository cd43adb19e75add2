import { hostname } from 'node:os';
import { propagation } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracer } from '../../core/spans.ts';
import type { Logger } from '../log.ts';
import type { ClientPolicy } from './client-traces.ts';
import type { TracingConfig } from './tracing-variables.ts';
import { WatchedExporter } from './watched-exporter.ts';

interface Options {
  /** Where spans go, by OTLP over HTTP in protobuf. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the process is: `service.name` and others. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: TracingConfig['OTEL_TRACES_SAMPLER'];
  readonly ratio: number;
  readonly clientTracesPerSecond: number;
  readonly log: Logger;
}

/**
 * Traces that go to a collector by OTLP, in batches, beside the work: what waits is bounded, and what has no room is dropped. A collector that
 * is away costs a line in the log. All that is registered for the whole process is how traces are passed on: several may stand side by side.
 *
 * Loads OpenTelemetry's SDK: others take from here the type alone, and `openTracing` the rest where a collector is named.
 */
export class Tracing {
  readonly clients: ClientPolicy;
  readonly #exporter: WatchedExporter;
  readonly #provider: TracerProvider;

  constructor({ url, headers, attributes, sampler, ratio, clientTracesPerSecond, log }: Options) {
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: EXPORT_MS_AT_MOST });
    this.#exporter = new WatchedExporter(exporter, log);
    const own = {
      'service.namespace': 'lyceum',
      'service.instance.id': `${hostname()}-${process.pid}`,
    };
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ ...own, ...attributes })),
      sampler: samplerOf(sampler, ratio),
      spanLimits: { attributeValueLengthLimit: ATTRIBUTE_CHARACTERS_AT_MOST },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: this.#exporter,
          maxQueueSize: WAITING_AT_MOST,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: 2 * EXPORT_MS_AT_MOST,
        }),
      ],
    });
    const keepsAll = sampler === 'always_on' || sampler === 'parentbased_always_on';
    this.clients = {
      sampledPerSecond: keepsAll ? Number.POSITIVE_INFINITY : clientTracesPerSecond,
      mayDecline: sampler.startsWith('parentbased_'),
    };
  }

  /** @param scope the part of the platform: `gateway`, or a service */
  tracer(scope: string): Tracer {
    return this.#provider.getTracer(`lyceum.${scope}`);
  }

  /** Spans that the collector has taken, for a measure. */
  get delivered(): number {
    return this.#exporter.delivered;
  }

  /** Spans that it has not, for a measure. */
  get lost(): number {
    return this.#exporter.lost;
  }

  /** Delivers what is left, if that can be done soon. Never rejects. */
  async stop(): Promise<void> {
    const tooLate = Promise.withResolvers<void>();
    const timer = setTimeout(tooLate.resolve, STOP_MS_AT_MOST);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), tooLate.promise]);
    clearTimeout(timer);
  }
}

function samplerOf(name: Options['sampler'], ratio: number): Sampler {
  switch (name) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}

/** Spans that wait to be sent; beyond them new ones are dropped. */
const WAITING_AT_MOST = 4_096;
const BATCH = 512;
const EVERY_MS = 2_000;
/** For one batch, its repetitions included. */
const EXPORT_MS_AT_MOST = 5_000;
/** What the last batches may cost the end of the process. */
const STOP_MS_AT_MOST = 2_000;
const ATTRIBUTE_CHARACTERS_AT_MOST = 1_024;

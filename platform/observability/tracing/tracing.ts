import { hostname } from 'node:os';
import { propagation } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Tracer } from '../../core/spans.ts';
import type { Logger } from '../log.ts';
import type { ClientPolicy } from './client-traces.ts';
import type { TracingConfig } from './tracing-variables.ts';

interface Options {
  /** The collector's URL for spans: OTLP over HTTP in protobuf. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Resource attributes of the process: `service.name` and others. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: TracingConfig['OTEL_TRACES_SAMPLER'];
  readonly ratio: number;
  readonly clientTracesPerSecond: number;
  readonly log: Logger;
}

/**
 * Exports traces to a collector by OTLP, in batches in the background: the queue is bounded, and spans that do not fit
 * are dropped. An unavailable collector causes one log line. Only the propagator is registered for the whole process,
 * so several instances can exist side by side.
 *
 * Loads OpenTelemetry's SDK: import only the type from here; `openTracing` loads the rest if a collector is configured.
 */
export class Tracing {
  readonly clients: ClientPolicy;
  readonly #exporter: WatchedExporter;
  readonly #provider: TracerProvider;

  constructor({ url, headers, attributes, sampler, ratio, clientTracesPerSecond, log }: Options) {
    propagation.setGlobalPropagator(new W3CTraceContextPropagator());
    const exporter = new OTLPTraceExporter({ url, headers: { ...headers }, timeoutMillis: MAX_EXPORT_MS });
    this.#exporter = new WatchedExporter(exporter, log);
    const own = {
      'service.namespace': 'lyceum',
      'service.instance.id': `${hostname()}-${process.pid}`,
    };
    this.#provider = new TracerProvider({
      resource: defaultResource().merge(resourceFromAttributes({ ...own, ...attributes })),
      sampler: samplerOf(sampler, ratio),
      spanLimits: { attributeValueLengthLimit: MAX_ATTRIBUTE_CHARACTERS },
      spanProcessors: [
        new BatchSpanProcessor({
          exporter: this.#exporter,
          maxQueueSize: MAX_WAITING,
          maxExportBatchSize: BATCH,
          scheduledDelayMillis: EVERY_MS,
          exportTimeoutMillis: 2 * MAX_EXPORT_MS,
        }),
      ],
    });
    const keepsAll = sampler === 'always_on' || sampler === 'parentbased_always_on';
    this.clients = {
      sampledPerSecond: keepsAll ? Number.POSITIVE_INFINITY : clientTracesPerSecond,
      mayDecline: sampler.startsWith('parentbased_'),
    };
  }

  /** @param scope instrumentation scope: `gateway`, or a service */
  tracer(scope: string): Tracer {
    return this.#provider.getTracer(`lyceum.${scope}`);
  }

  /** Spans the collector has accepted, for a metric. */
  get delivered(): number {
    return this.#exporter.delivered;
  }

  /** Spans it has not accepted, for a metric. */
  get lost(): number {
    return this.#exporter.lost;
  }

  /** Exports the remaining spans, with a short timeout. Never rejects. */
  async stop(): Promise<void> {
    const tooLate = Promise.withResolvers<void>();
    const timer = setTimeout(tooLate.resolve, MAX_STOP_MS);
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

/** Maximum queued spans; new ones beyond that are dropped. */
const MAX_WAITING = 4_096;
const BATCH = 512;
const EVERY_MS = 2_000;
/** For one batch, including retries. */
const MAX_EXPORT_MS = 5_000;
/** How long the last batches may delay the end of the process. */
const MAX_STOP_MS = 2_000;
const MAX_ATTRIBUTE_CHARACTERS = 1_024;

/**
 * Counts exported and lost spans, and logs when the collector becomes unavailable and when it is available again, not
 * for each batch.
 */
export class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Logger;
  #loggedFailure = false;
  delivered = 0;
  lost = 0;

  constructor(exporter: SpanExporter, log: Logger) {
    this.#exporter = exporter;
    this.#log = log;
  }

  /** Always reports success: this class counts and logs the outcome, and the exporter itself retries. */
  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.#exporter.export(spans, ({ code, error }) => {
      if (code === ExportResultCode.SUCCESS) this.#logRecovery(spans.length);
      else this.#logFailure(spans.length, error);
      done({ code: ExportResultCode.SUCCESS });
    });
  }

  async shutdown(): Promise<void> {
    await this.#exporter.shutdown();
  }

  #logRecovery(spans: number): void {
    this.delivered += spans;
    if (this.#loggedFailure) this.#log.info({ lost: this.lost }, 'traces are delivered again');
    this.#loggedFailure = false;
  }

  #logFailure(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (!this.#loggedFailure)
      this.#log.warn({ event: 'traces_dropped', err: error }, 'traces cannot be delivered and are dropped');
    this.#loggedFailure = true;
  }
}

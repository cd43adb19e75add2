import { hostname } from 'node:os';
import type { Tracer as SdkTracer } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Logger } from '../log.ts';
import { OtelTracer } from './otel-tracer.ts';
import { type SamplerName, samplerOf } from './sampler.ts';
import type { Tracer } from './tracer.ts';
import type { ClientPolicy, Tracing } from './tracing.ts';
import { WatchedExporter } from './watched-exporter.ts';

interface Options {
  /** Where spans go, by OTLP over HTTP in protobuf. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** What the process is: `service.name` and others. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: SamplerName;
  readonly ratio: number;
  readonly keptOfClientsPerSecond: number;
  readonly log: Logger;
}

/**
 * Traces that go to a collector by OTLP, in batches, beside the work: what waits is bounded, and what has no room is dropped. A collector that
 * is away costs a line in the log. Nothing is registered for the whole process: several may stand side by side.
 */
export class OtlpTracing implements Tracing {
  readonly clients: ClientPolicy;
  readonly #exporter: WatchedExporter;
  readonly #provider: TracerProvider;

  constructor({ url, headers, attributes, sampler, ratio, keptOfClientsPerSecond, log }: Options) {
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
      keptPerSecond: keepsAll ? Number.POSITIVE_INFINITY : keptOfClientsPerSecond,
      mayDecline: sampler.startsWith('parentbased_'),
    };
  }

  tracer(scope: string): Tracer {
    const tracer: SdkTracer = this.#provider.getTracer(`lyceum.${scope}`);
    return new OtelTracer(tracer);
  }

  get delivered(): number {
    return this.#exporter.delivered;
  }

  get lost(): number {
    return this.#exporter.lost;
  }

  async stop(): Promise<void> {
    const tooLate = Promise.withResolvers<void>();
    const timer = setTimeout(tooLate.resolve, STOP_MS_AT_MOST);
    await Promise.race([this.#provider.shutdown().catch(() => undefined), tooLate.promise]);
    clearTimeout(timer);
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

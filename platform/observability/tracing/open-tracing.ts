import type { Logger } from '../log.ts';
import type { Tracing } from './tracing.ts';
import type { TracingConfig } from './tracing-variables.ts';

/**
 * The tracing of a process if the environment sets a collector; else undefined, and no code that creates or exports
 * spans is even loaded: only OpenTelemetry's API, whose propagator then does nothing.
 * @param serviceName default for the process's service name
 */
export async function openTracing(
  config: TracingConfig,
  serviceName: string,
  log: Logger,
): Promise<Tracing | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { Tracing } = await import('./tracing.ts');
  return new Tracing({
    url: `${endpoint}/v1/traces`,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    attributes: {
      ...config.OTEL_RESOURCE_ATTRIBUTES,
      'service.name': config.OTEL_SERVICE_NAME ?? config.OTEL_RESOURCE_ATTRIBUTES['service.name'] ?? serviceName,
    },
    sampler: config.OTEL_TRACES_SAMPLER,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    clientTracesPerSecond: config.TRACES_OF_CLIENTS_PER_SECOND,
    log,
  });
}

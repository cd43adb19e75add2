import { readConfig } from '../../../platform/core/config/config.ts';
import { type Logger, silentLogger } from '../../../platform/observability/log.ts';
import { openTracing } from '../../../platform/observability/tracing/open-tracing.ts';
import type { Tracing } from '../../../platform/observability/tracing/tracing.ts';
import { tracingVariables } from '../../../platform/observability/tracing/tracing-variables.ts';

/** Tracing as a process with this environment sets it up. */
export async function tracingTo(
  endpoint: string,
  environment: Readonly<Record<string, string>> = {},
  log: Logger = silentLogger,
): Promise<Tracing> {
  const config = readConfig(tracingVariables, { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...environment });
  const tracing = await openTracing(config, 'lyceum', log);
  if (!tracing) throw new Error('nothing is traced');
  return tracing;
}

import { readConfig } from '../../../services/chassis/config/config.ts';
import { type Logger, silentLogger } from '../../../services/chassis/log.ts';
import { openTracing } from '../../../services/chassis/tracing/open-tracing.ts';
import type { Tracing } from '../../../services/chassis/tracing/tracing.ts';
import { tracingVariables } from '../../../services/chassis/tracing/tracing-variables.ts';

/** Traces as a process with this environment has them. */
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

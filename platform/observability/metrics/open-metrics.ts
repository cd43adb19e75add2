import { port, text } from '../../core/config/variables.ts';
import type { Logger } from '../log.ts';
import { Metrics } from './metrics.ts';
import { MetricsServer } from './metrics-server.ts';

/** Where a process exports its metrics. */
export const metricsVariables = {
  METRICS_HOST: text({ description: 'address the metrics server listens on', fallback: '0.0.0.0' }),
  METRICS_PORT: port({ description: 'port the metrics server listens on; the path is /metrics', fallback: '9464' }),
};

interface Options {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}

/** The metrics of a separate process, and their address. */
export interface OpenMetrics {
  readonly metrics: Metrics;
  /** `http://localhost:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/** Starts to collect and export metrics of the process. Its components add theirs as they start. */
export async function openMetrics({ log, ...address }: Options): Promise<OpenMetrics> {
  const metrics = new Metrics();
  metrics.addProcess();
  const server = await MetricsServer.start(metrics, address);
  log.info({ metricsPort: server.port }, 'metrics are served');
  return { metrics, url: `http://localhost:${server.port}/metrics`, close: () => server.close() };
}

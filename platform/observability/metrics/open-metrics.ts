import { port, text } from '../../core/config/variables.ts';
import type { Logger } from '../log.ts';
import { Metrics } from './metrics.ts';
import { MetricsServer } from './metrics-server.ts';

/** Where a process shows its measures. */
export const metricsVariables = {
  METRICS_HOST: text({ description: 'address to serve metrics on', fallback: '0.0.0.0' }),
  METRICS_PORT: port({ description: 'port to serve metrics on, at /metrics', fallback: '9464' }),
};

interface Options {
  readonly host: string;
  readonly port: number;
  readonly log: Logger;
}

/** The measures of a process of its own, and where it shows them. */
export interface OpenMetrics {
  readonly metrics: Metrics;
  /** `http://localhost:9464/metrics` */
  readonly url: string;
  close(): Promise<void>;
}

/** Begins to measure the process, and shows it. What the process consists of is added as it comes. */
export async function openMetrics({ log, ...address }: Options): Promise<OpenMetrics> {
  const metrics = new Metrics();
  metrics.addProcess();
  const server = await MetricsServer.start(metrics, address);
  log.info({ metricsPort: server.port }, 'metrics are served');
  return { metrics, url: `http://localhost:${server.port}/metrics`, close: () => server.close() };
}

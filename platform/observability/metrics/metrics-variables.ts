import { port, text } from '../../core/config/variables.ts';

/** Where a process shows its measures. */
export const metricsVariables = {
  METRICS_HOST: text({ description: 'address to serve metrics on', fallback: '0.0.0.0' }),
  METRICS_PORT: port({ description: 'port to serve metrics on, at /metrics', fallback: '9464' }),
};

import { parser } from '@prometheus-io/lezer-promql';

export interface PromqlNames {
  readonly metrics: readonly string[];
  /** Of matchers and groupings. */
  readonly labels: readonly string[];
}

/**
 * The names in an expression of Prometheus, or of a Grafana panel. Throws for an expression that Prometheus would not
 * read, or that names no metric.
 */
export function readPromql(expression: string): PromqlNames {
  const text = expression.replaceAll('$__rate_interval', '5m');
  const metrics = new Set<string>();
  const labels = new Set<string>();
  parser.parse(text).iterate({
    enter: ({ name, type, from, to }) => {
      if (type.isError) throw new Error(`${expression}: what is "${text.slice(from, to)}" at ${from}?`);
      if (name === 'Identifier') metrics.add(text.slice(from, to));
      if (name === 'LabelName') labels.add(text.slice(from, to));
    },
  });
  if (metrics.size === 0) throw new Error(`${expression} names no metric`);
  return { metrics: [...metrics], labels: [...labels] };
}

import { Counter, Gauge, type Metric, Registry } from 'prom-client';
import type { Durations } from './durations.ts';
import { type FamilyName, families } from './families.ts';

/** One value of a measure. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number | Durations;
}

/** The families with their samples, as the registry that writes them. Made anew for each scrape: what was is no part of what is. */
export function registryOf(samples: ReadonlyMap<FamilyName, readonly Sample[]>): Registry {
  const registry = new Registry();
  for (const [name, own] of samples) {
    const { type, help, labels } = families[name];
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    switch (type) {
      case 'gauge': {
        const gauge = new Gauge(options);
        for (const { labels: each, value } of own) gauge.set(each, value as number);
        break;
      }
      case 'counter': {
        const counter = new Counter(options);
        for (const { labels: each, value } of own) counter.inc(each, value as number);
        break;
      }
      case 'histogram':
        registry.registerMetric(histogramOf(name, help, own));
    }
  }
  return registry;
}

/**
 * A histogram whose counts are kept elsewhere: the library's own makes a text of all labels at every observation. The registry asks it for
 * nothing but its name and values.
 */
function histogramOf(name: string, help: string, samples: readonly Sample[]): Metric {
  const values = samples.flatMap(({ labels, value }) => {
    const { buckets, sum, count } = value as Durations;
    return [
      ...buckets.map((bucket) => line(`${name}_bucket`, { ...labels, le: String(bucket.bound) }, bucket.count)),
      line(`${name}_bucket`, { ...labels, le: '+Inf' }, count),
      line(`${name}_sum`, labels, sum),
      line(`${name}_count`, labels, count),
    ];
  });
  return { name, get: async () => ({ name, help, type: 'histogram', values }) } as unknown as Metric;
}

function line(metricName: string, labels: Readonly<Record<string, string>>, value: number) {
  return { metricName, labels, value };
}

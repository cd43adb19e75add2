import { totalmem } from 'node:os';
import { Counter, collectDefaultMetrics, Gauge, Histogram, type Metric, Registry } from '@prometheus-io/client';
import { withTimeout } from '../../core/with-timeout.ts';
import { type FamilyName, families } from './families.ts';
import { addLoopLag } from './loop-lag.ts';

type LabelOf<N extends FamilyName> = (typeof families)[N]['labels'][number];

interface MetricTypes<L extends string> {
  readonly gauge: Gauge<L>;
  readonly counter: Counter<L>;
  readonly histogram: Histogram<L>;
}

export type MetricOf<N extends FamilyName> = MetricTypes<LabelOf<N>>[(typeof families)[N]['type']];

/**
 * A component's metric of a family, exported once it is added to {@link Metrics}.
 * @param collect computes the values at each scrape; without it the component counts them
 */
export function metricOf<N extends FamilyName>(
  name: N,
  collect?: (metric: MetricOf<N>) => void | Promise<void>,
): MetricOf<N> {
  const { type, help, labels } = families[name];
  const collecting = collect && {
    collect(this: Gauge | Counter) {
      this.reset();
      // A reset sets metrics without labels to 0; a metric whose collector sets nothing must have no value.
      if (labels.length === 0) this.remove();
      return collect(this as MetricOf<N>);
    },
  };
  const config = { name, help, labelNames: [...labels], registers: [], ...collecting };
  const made = type === 'gauge' ? new Gauge(config) : type === 'counter' ? new Counter(config) : histogramOf(config);
  return made as MetricOf<N>;
}

function histogramOf(config: { readonly name: string; readonly help: string; readonly labelNames: string[] }) {
  return new Histogram({ ...config, registers: [], buckets: BUCKETS_SECONDS });
}

/** From the fastest read to the longest time a request may take. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** A query to another program, sent when a scrape arrives. */
interface QueryDefinition<T> {
  readonly service: string;
  /** Its name in `lyceum_scrape_errors_total`. */
  readonly query: string;
  run(): Promise<T>;
  /** The value without a result; by default there is none. */
  readonly otherwise?: T;
}

/** Returns the result for the present scrape; undefined if there was none in time and there is no fallback. */
type Query<T> = () => Promise<T | undefined>;

/** The metrics of one process, or of one test system: counters of its components, and queries that run at a scrape. */
export class Metrics {
  readonly #timeoutMs: number;
  /** Values the components count continuously. */
  readonly #counted = new Registry();
  /** Values from the results of queries. */
  readonly #queried = new Registry();
  /** Those of the process, and of the queries themselves. */
  readonly #process = new Registry();
  readonly #parts = new Map<FamilyName, Pick<Metric, 'get'>[]>();
  readonly #errors = metricOf('lyceum_scrape_errors_total');

  /** @param timeoutMs how long a scrape waits for the result of a query, in milliseconds */
  constructor(timeoutMs = 1_000) {
    this.#timeoutMs = timeoutMs;
    this.#process.registerMetric(this.#errors);
  }

  get contentType(): string {
    return Registry.PROMETHEUS_CONTENT_TYPE;
  }

  /** Exports a component's metric. */
  add<N extends FamilyName>(name: N, metric: MetricOf<N>): void {
    this.#add(this.#counted, name, metric);
  }

  /**
   * Collects a component's values of a family at each scrape. They are counted continuously: `collect` must not wait
   * for others, nor throw.
   */
  collect<N extends FamilyName>(name: N, collect: (metric: MetricOf<N>) => void | Promise<void>): void {
    this.add(name, metricOf(name, collect));
  }

  /**
   * A query that runs at each scrape. A scrape waits a short time; the query goes on, and only one runs at a time, so
   * that queries do not pile up on a database that hangs. Without a result its series are missing, and a counter
   * increases.
   */
  addQuery<T>({ service, query, run, otherwise }: QueryDefinition<T>): Query<T> {
    this.#errors.inc({ service, query }, 0);
    let running: Promise<T> | undefined;
    let asked: Promise<T | undefined> | undefined;
    const ask = async () => {
      try {
        running ??= run().finally(() => {
          running = undefined;
        });
        return await withTimeout(running, this.#timeoutMs);
      } catch {
        this.#errors.inc({ service, query });
        return otherwise;
      } finally {
        asked = undefined;
      }
    };
    return () => {
      asked ??= ask();
      return asked;
    };
  }

  /** Collects a family's values from a query's result at each scrape that has one. */
  collectAnswer<N extends FamilyName, T>(
    name: N,
    query: Query<T>,
    collect: (metric: MetricOf<N>, answer: T) => void,
  ): void {
    const metric = metricOf(name, async (own) => {
      const answer = await query();
      if (answer !== undefined) collect(own, answer);
    });
    this.#add(this.#queried, name, metric);
  }

  /**
   * Adds CPU, memory, event loop and garbage collection of the process. This cannot be undone: call it once per
   * process, from its entry point.
   */
  addProcess(): void {
    // Of the event loop its own parts would wake an idle process 110 times a second.
    collectDefaultMetrics({
      register: this.#process,
      eventLoopMonitoringPrecision: NEVER_MS,
      eventLoopUtilizationTimeout: NEVER_MS,
    });
    for (const { name } of this.#process.getMetricsAsArray())
      if (name.startsWith('nodejs_eventloop_')) this.#process.removeSingleMetric(name);
    addLoopLag(this.#process);
    const limit = Math.min(process.constrainedMemory() || totalmem(), totalmem());
    const limits = metricOf('lyceum_memory_limit_bytes', (gauge) => gauge.set(limit));
    this.#process.registerMetric(limits);
    // Gauges with the name of a counter, which `promtool check metrics` rejects; the same numbers are there by type.
    for (const kind of ['handles', 'requests', 'resources'])
      this.#process.removeSingleMetric(`nodejs_active_${kind}_total`);
  }

  /** All metrics in Prometheus's text format. Never waits longer than the timeout of one query. */
  async scrape(): Promise<string> {
    // The queries use connections and calls that are counted, but must not be counted themselves.
    const counted = await this.#counted.metrics();
    const queried = await this.#queried.metrics();
    return [counted, queried, await this.#process.metrics()].join('');
  }

  /** Components in one process share a family, each with its own labels: the first to use it registers it. */
  #add(registry: Registry, name: FamilyName, metric: Pick<Metric, 'get'>): void {
    const parts = this.#parts.getOrInsertComputed(name, () => []);
    if (parts.push(metric) > 1) return;
    const get = async () => {
      const [first, ...others] = await Promise.all(parts.map((part) => part.get()));
      return { ...first, values: [first, ...others].flatMap((each) => each?.values ?? []) };
    };
    registry.registerMetric({ name, get } as unknown as Metric);
  }
}

/** The longest delay of a timer. */
const NEVER_MS = 2 ** 31 - 1;

import { Counter, collectDefaultMetrics, Gauge, type Metric, Registry } from 'prom-client';
import { CachedQuery, type CachedQueryDefinition, type CachedQueryOptions } from './cached-query.ts';
import { DurationHistogram } from './duration-histogram.ts';
import { type FamilyName, families } from './families.ts';

type LabelOf<N extends FamilyName> = (typeof families)[N]['labels'][number];

interface MetricTypes<L extends string> {
  readonly gauge: Gauge<L>;
  readonly counter: Counter<L>;
  readonly histogram: DurationHistogram<L>;
}

type MetricOf<N extends FamilyName> = MetricTypes<LabelOf<N>>[(typeof families)[N]['type']];

type Collect = (metric: never) => void;

/** The metrics of one process, or of one test system: counters of its components, and queries that run at a scrape. */
export class Metrics {
  readonly #options: CachedQueryOptions;
  /** Values the components count continuously. */
  readonly #counted = new Registry();
  /** Values from the results of queries. */
  readonly #queried = new Registry();
  readonly #collectors = new Map<FamilyName, Collect[]>();
  readonly #queries: CachedQuery<unknown>[] = [];
  #process: Registry | undefined;

  constructor(options: CachedQueryOptions = { timeoutMs: 1_000, maxAgeMs: 2_000 }) {
    this.#options = options;
    this.#add(this.#queried, 'lyceum_scrape_errors_total', (counter) => {
      for (const { labels, failures } of this.#queries) counter.inc(labels, failures);
    });
  }

  get contentType(): string {
    return Registry.PROMETHEUS_CONTENT_TYPE;
  }

  /** Collects a component's values of a family at each scrape. They are counted continuously: `collect` must neither wait nor throw. */
  collect<N extends FamilyName>(name: N, collect: (metric: MetricOf<N>) => void): void {
    this.#add(this.#counted, name, collect);
  }

  /** Runs a query at each scrape. Without a result its series are missing, and a counter increases. */
  addQuery<T>(definition: CachedQueryDefinition<T>): CachedQuery<T> {
    const query = new CachedQuery(definition, this.#options);
    this.#queries.push(query);
    return query;
  }

  /** Collects a family's values from a query's result at each scrape that has one. */
  collectAnswer<N extends FamilyName, T>(
    name: N,
    query: CachedQuery<T>,
    collect: (metric: MetricOf<N>, answer: T) => void,
  ): void {
    this.#add(this.#queried, name, (metric: MetricOf<N>) => {
      if (query.answer !== undefined) collect(metric, query.answer);
    });
  }

  /** Adds CPU, memory, event loop and garbage collection of the process. This cannot be undone: call it once per process, from its entry point. */
  addProcess(): void {
    this.#process = new Registry();
    collectDefaultMetrics({ register: this.#process });
  }

  /** All metrics in Prometheus's text format. Never waits longer than the timeout of one query. */
  async scrape(): Promise<string> {
    // The queries use connections and calls that are counted, but must not be counted themselves.
    const counted = this.#counted.metrics();
    await Promise.all(this.#queries.map((query) => query.refresh()));
    const texts = await Promise.all([counted, this.#queried.metrics(), this.#process?.metrics() ?? '']);
    return texts.join('');
  }

  /** Components in one process share its families, each with its own labels: the first to use a family registers it. */
  #add<N extends FamilyName>(registry: Registry, name: N, collect: (metric: MetricOf<N>) => void): void {
    const known = this.#collectors.get(name);
    if (known) return void known.push(collect);
    const collectors: Collect[] = [collect];
    this.#collectors.set(name, collectors);
    const { type, help, labels } = families[name];
    const collectAll = (metric: Gauge | Counter | DurationHistogram<string>) => {
      for (const each of collectors) each(metric as never);
    };
    if (type === 'histogram') {
      const histogram = new DurationHistogram({
        name,
        help,
        collect() {
          collectAll(this);
        },
      });
      registry.registerMetric(histogram as unknown as Metric);
      return;
    }
    new ({ gauge: Gauge, counter: Counter })[type]({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      collect(this: Gauge | Counter) {
        this.reset();
        // A reset sets metrics without labels to 0; a metric without a collector must have no value.
        if (labels.length === 0) this.remove();
        collectAll(this);
      },
    });
  }
}

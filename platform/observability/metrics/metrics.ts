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

/** The measures of one process, or of one system of a test: what parts count, and what they are asked at a scrape. */
export class Metrics {
  readonly #options: CachedQueryOptions;
  /** What parts count all along. */
  readonly #counted = new Registry();
  /** What answers to questions say. */
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

  /** Has a part's values of a family collected at each scrape. They are counted all along: `collect` neither waits nor fails. */
  collect<N extends FamilyName>(name: N, collect: (metric: MetricOf<N>) => void): void {
    this.#add(this.#counted, name, collect);
  }

  /** Has something asked at each scrape. Where there is no answer, its series are missing, which is counted. */
  addQuery<T>(definition: CachedQueryDefinition<T>): CachedQuery<T> {
    const query = new CachedQuery(definition, this.#options);
    this.#queries.push(query);
    return query;
  }

  /** Has a family's values of an answer collected at each scrape that has one. */
  collectAnswer<N extends FamilyName, T>(
    name: N,
    query: CachedQuery<T>,
    collect: (metric: MetricOf<N>, answer: T) => void,
  ): void {
    this.#add(this.#queried, name, (metric: MetricOf<N>) => {
      if (query.answer !== undefined) collect(metric, query.answer);
    });
  }

  /** Adds CPU, memory, event loop and garbage collection of the process itself. They cannot be taken back: once in a process, by whoever owns it. */
  addProcess(): void {
    this.#process = new Registry();
    collectDefaultMetrics({ register: this.#process });
  }

  /** All measures in Prometheus's text format. Never waits longer than one question may take. */
  async scrape(): Promise<string> {
    // The questions use what is counted, and are none of it.
    const counted = this.#counted.metrics();
    await Promise.all(this.#queries.map((query) => query.refresh()));
    const texts = await Promise.all([counted, this.#queried.metrics(), this.#process?.metrics() ?? '']);
    return texts.join('');
  }

  /** Parts that share a process share its families, each with its own labels: the first that has one registers it. */
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
        // A reset sets what has no labels to 0; what nobody shows has no value.
        if (labels.length === 0) this.remove();
        collectAll(this);
      },
    });
  }
}

import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Durations } from './durations.ts';
import { registryOf, type Sample } from './exposition.ts';
import { Fact, type FactOptions } from './fact.ts';
import type { FamilyName, families } from './families.ts';

type Labels<N extends FamilyName> = Readonly<Record<(typeof families)[N]['labels'][number], string>>;
type Value<N extends FamilyName> = (typeof families)[N]['type'] extends 'histogram' ? Durations : number;

/** Tells one value of a measure. */
export type Put<Names extends FamilyName> = <N extends Names>(name: N, labels: Labels<N>, value: Value<N>) => void;

interface Counts<Names extends FamilyName> {
  readonly families: readonly Names[];
  /** Reads what is counted all along: at once, and never in vain. */
  read(put: Put<Names>): void;
}

interface Question<Names extends FamilyName, T> {
  readonly families: readonly Names[];
  readonly service: string;
  /** What it is called when it has no answer. */
  readonly question: string;
  ask(): Promise<T>;
  tell(put: Put<Names>, answer: T): void;
  /** What is so when there is no answer; by default nothing. */
  tellNothing?(put: Put<Names>): void;
}

interface Source {
  readonly families: readonly FamilyName[];
  /** Never rejects. */
  readonly read: (put: Put<FamilyName>) => Promise<void> | void;
}

/** The measures of one process, or of one system of a test: what parts count, and what they are asked at a scrape. */
export class Metrics {
  readonly #factOptions: FactOptions;
  readonly #counts: Source[] = [];
  readonly #questions: Source[] = [];
  readonly #errors = new Map<string, { readonly labels: Labels<'lyceum_scrape_errors_total'>; count: number }>();
  #process: Registry | undefined;

  constructor(factOptions: FactOptions = { patienceMs: 1_000, maxAgeMs: 2_000 }) {
    this.#factOptions = factOptions;
  }

  get contentType(): string {
    return Registry.PROMETHEUS_CONTENT_TYPE;
  }

  /** Adds what a part counts. */
  addCounts<Names extends FamilyName>({ families, read }: Counts<Names>): void {
    this.#counts.push({ families, read: read as Source['read'] });
  }

  /** Adds what must be asked for. Where there is no answer, its series are missing, which is counted. */
  addQuestion<Names extends FamilyName, T>(asked: Question<Names, T>): void {
    const { families, service, question, ask, tell, tellNothing } = asked;
    const fact = new Fact(ask, this.#factOptions);
    const errors = { labels: { service, question }, count: 0 };
    this.#errors.set(`${service} ${question}`, errors);
    this.#questions.push({
      families,
      async read(put) {
        try {
          tell(put as Put<Names>, await fact.read());
        } catch {
          errors.count++;
          tellNothing?.(put as Put<Names>);
        }
      },
    });
  }

  /** Adds CPU, memory, event loop and garbage collection of the process itself. They cannot be taken back: once in a process, by whoever owns it. */
  addProcess(): void {
    this.#process = new Registry();
    collectDefaultMetrics({ register: this.#process });
  }

  /** All measures in Prometheus's text format. Never waits longer than one question may take. */
  async scrape(): Promise<string> {
    const samples = new Map<FamilyName, Sample[]>();
    for (const source of [...this.#counts, ...this.#questions])
      for (const name of source.families) samples.set(name, []);
    const put: Put<FamilyName> = (name, labels, value) => samples.get(name)?.push({ labels, value });
    // The questions use what is counted, and are none of it.
    for (const { read } of this.#counts) read(put);
    await Promise.all(this.#questions.map(({ read }) => read(put)));
    samples.set(
      'lyceum_scrape_errors_total',
      [...this.#errors.values()].map(({ labels, count }) => ({ labels, value: count })),
    );
    const texts = await Promise.all([registryOf(samples).metrics(), this.#process?.metrics() ?? '']);
    return texts.join('');
  }
}

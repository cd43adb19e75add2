import type { Durations } from './durations.ts';

type Labels<L extends string> = Readonly<Record<L, string>>;

interface Options {
  readonly name: string;
  readonly help: string;
  collect(this: DurationHistogram<string>): void;
}

/** The part of a histogram that prom-client's registry needs: name and values, here of counts stored elsewhere (see {@link Durations}). */
export class DurationHistogram<L extends string> {
  readonly name: string;
  readonly #help: string;
  readonly #collect: () => void;
  #values: { metricName: string; labels: object; value: number }[] = [];

  constructor({ name, help, collect }: Options) {
    this.name = name;
    this.#help = help;
    this.#collect = collect;
  }

  show(labels: Labels<L>, { buckets, sum, count }: Durations): void {
    const { name } = this;
    for (const { bound, count: within } of buckets)
      this.#values.push({ metricName: `${name}_bucket`, labels: { ...labels, le: String(bound) }, value: within });
    this.#values.push(
      { metricName: `${name}_bucket`, labels: { ...labels, le: '+Inf' }, value: count },
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: count },
    );
  }

  async get() {
    this.#values = [];
    this.#collect();
    return { name: this.name, help: this.#help, type: 'histogram', values: this.#values };
  }
}

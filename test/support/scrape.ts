import { until } from './until.ts';

type Labels = Readonly<Record<string, string>>;

export interface ScrapedSample {
  readonly name: string;
  readonly labels: Labels;
  readonly value: number;
}

export interface ScrapedFamily {
  readonly type: string;
  readonly help: string;
}

/** The result of a scrape, parsed strictly: throws on text that is not in Prometheus's format. */
export class Scrape {
  readonly families = new Map<string, ScrapedFamily>();
  readonly samples: ScrapedSample[] = [];

  private constructor(text: string) {
    if (!text.endsWith('\n')) throw new Error('the last line has no end');
    const helps = new Map<string, string>();
    const seen = new Set<string>();
    let family = '';
    for (const line of text.slice(0, -1).split('\n')) {
      if (line === '') continue;
      const [, kind, name = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line) ?? [];
      if (kind === 'HELP') {
        if (helps.has(name)) throw new Error(`two HELP lines of ${name}`);
        helps.set(name, rest);
      } else if (kind === 'TYPE') {
        if (!/^(counter|gauge|histogram)$/.test(rest)) throw new Error(`type ${rest} of ${name}`);
        if (rest === 'gauge' && name.endsWith('_total')) throw new Error(`the gauge ${name} has the name of a counter`);
        if (this.families.has(name)) throw new Error(`two TYPE lines of ${name}`);
        this.families.set(name, { type: rest, help: helps.get(name) ?? '' });
        family = name;
      } else {
        const sample = sampleOf(line);
        const own =
          this.families.get(family)?.type === 'histogram'
            ? sample.name.replace(/_(bucket|sum|count)$/, '')
            : sample.name;
        if (own !== family) throw new Error(`${sample.name} stands among the samples of ${family}`);
        const key = keyOf(sample.name, sample.labels);
        if (seen.has(key)) throw new Error(`two samples of ${key}`);
        seen.add(key);
        this.samples.push(sample);
      }
    }
    this.#checkHistograms();
  }

  static read(text: string): Scrape {
    return new Scrape(text);
  }

  /** Scrapes an address. */
  static async of(url: string): Promise<Scrape> {
    const response = await fetch(url);
    if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
    return new Scrape(await response.text());
  }

  /** Scrapes an address until `shows` returns true. */
  static until(what: string, url: string, shows: (scrape: Scrape) => boolean): Promise<Scrape> {
    return until(what, async () => {
      const scrape = await Scrape.of(url);
      return shows(scrape) && scrape;
    });
  }

  /** The value of one series; undefined if there is none. */
  value(name: string, labels: Labels = {}): number | undefined {
    const key = keyOf(name, labels);
    return this.samples.find((sample) => keyOf(sample.name, sample.labels) === key)?.value;
  }

  /** Growth of the series since an earlier scrape: only those that grew, by name and labels. */
  growthSince(earlier: Scrape, family: string): Record<string, number> {
    const before = new Map(earlier.samples.map(({ name, labels, value }) => [keyOf(name, labels), value]));
    const grown = this.samples
      .filter(({ name }) => name === family)
      .map(({ name, labels, value }) => [keyOf('', labels), value - (before.get(keyOf(name, labels)) ?? 0)] as const);
    return Object.fromEntries(grown.filter(([, growth]) => growth !== 0));
  }

  /** Buckets grow with their bounds, and the last one equals the count. */
  #checkHistograms(): void {
    for (const { name, labels, value } of this.samples) {
      const [, base] = /^(.+)_count$/.exec(name) ?? [];
      if (base === undefined || this.families.get(base)?.type !== 'histogram') continue;
      const { le: _, ...own } = labels;
      const buckets = this.samples.filter((each) => {
        const { le, ...others } = each.labels;
        return each.name === `${base}_bucket` && le !== undefined && keyOf('', others) === keyOf('', own);
      });
      const counts = buckets.map((bucket) => bucket.value);
      if (counts.some((count, index) => count < (counts[index - 1] ?? 0))) throw new Error(`${name}: buckets shrink`);
      if (buckets.at(-1)?.labels.le !== '+Inf' || counts.at(-1) !== value) throw new Error(`${name}: the last bucket`);
      if (this.value(`${base}_sum`, own) === undefined) throw new Error(`${name}: no sum`);
    }
  }
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (-?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|\+Inf|NaN|Nan)$/;
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(?:,|$)/;

function sampleOf(line: string): ScrapedSample {
  const [, name, labelText = '', value] = SAMPLE.exec(line) ?? [];
  if (name === undefined) throw new Error(`no sample: ${line}`);
  const labels: Record<string, string> = {};
  for (let rest = labelText; rest !== ''; ) {
    const [whole = '', label = '', text = ''] = LABEL.exec(rest) ?? [];
    if (whole === '' || label in labels) throw new Error(`no labels: ${line}`);
    labels[label] = text;
    rest = rest.slice(whole.length);
  }
  return { name, labels, value: Number(value?.replace('Inf', 'Infinity')) };
}

function keyOf(name: string, labels: Labels): string {
  return `${name}${Object.keys(labels)
    .sort()
    .map((label) => ` ${label}=${labels[label]}`)
    .join('')}`;
}

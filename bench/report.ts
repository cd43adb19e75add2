import { median } from './quantile.ts';
import type { Aims, Scenario } from './scenarios.ts';

interface Figure {
  readonly requestsPerSecond: number;
  /** CPU of all processes of the target, without the database. */
  readonly cpuMsPerRequest: number;
  /** WAL of the database. */
  readonly walBytesPerRequest: number;
  readonly walFlushesPerRequest: number;
}

/**
 * Collects the figures of all rounds and shows medians, and medians of the ratios within each round: to the baseline,
 * if there is one, and to the same target of another commit, if it runs.
 */
export class Report {
  readonly #baseline: string;
  readonly #figures = new Map<string, Map<string, Figure[]>>();
  readonly #before = new Map<string, string>();

  constructor(baseline: string) {
    this.#baseline = baseline;
  }

  /** Also shows a target as a ratio to another one. */
  compare(target: string, before: string): void {
    this.#before.set(target, before);
  }

  add(scenario: string, target: string, figure: Figure): void {
    const targets = this.#figures.getOrInsertComputed(scenario, () => new Map());
    targets.getOrInsertComputed(target, () => []).push(figure);
  }

  table({ name, aims, items, steps }: Scenario): string {
    const writes = steps.some(({ method }) => method === 'POST');
    const targets = this.#figures.get(name) ?? new Map<string, Figure[]>();
    const baseline = targets.get(this.#baseline) ?? [];
    const rows = [...targets].map(([target, figures]) => {
      const { throughput, cpu } = ratios(figures, baseline);
      const requestsPerSecond = median(figures.map((figure) => figure.requestsPerSecond));
      const cpuMicroseconds = median(figures.map((figure) => figure.cpuMsPerRequest)) * 1000;
      const before = targets.get(this.#before.get(target) ?? '');
      return [
        target.padEnd(WIDTH),
        requestsPerSecond.toFixed(0).padStart(8),
        ratio(throughput),
        cpuMicroseconds.toFixed(0).padStart(8),
        ratio(cpu),
        writes ? walOf(figures) : '',
        verdictOf(target, throughput, aims),
        before ? quotients(figures, before) : '',
        items ? perItem(items, requestsPerSecond, cpuMicroseconds) : '',
      ].join('  ');
    });
    const head = [name.padEnd(WIDTH), '   req/s', '   ratio', 'CPU µs/r', '   ratio', ''].join('  ');
    return `\n${head}\n${rows.join('\n')}\n`;
  }
}

const WIDTH = 30;
/** The transport that the gateway uses by default. */
const APART = 'gateway + services, mux';

/** Medians of the ratios of each round. */
function ratios(figures: readonly Figure[], others: readonly Figure[]): { throughput: number; cpu: number } {
  const of = (metric: keyof Figure) =>
    median(figures.map((figure, round) => figure[metric] / (others[round]?.[metric] ?? Number.NaN)));
  return { throughput: of('requestsPerSecond'), cpu: of('cpuMsPerRequest') };
}

function quotients(figures: readonly Figure[], before: readonly Figure[]): string {
  const { throughput, cpu } = ratios(figures, before);
  return `new/old ${throughput.toFixed(2)}, CPU ${cpu.toFixed(2)}`;
}

function walOf(figures: readonly Figure[]): string {
  const [bytes, flushes] = (['walBytesPerRequest', 'walFlushesPerRequest'] as const).map((metric) =>
    median(figures.map((figure) => figure[metric])),
  ) as [number, number];
  return `WAL ${bytes.toFixed(0)} B, ${flushes.toFixed(2)} flushes/r`;
}

/** Empty for what is measured for comparison only. */
function verdictOf(target: string, throughput: number, aims: Aims | undefined): string {
  const aim = target === 'one process' ? aims?.one : target === APART ? aims?.apart : undefined;
  return aim === undefined ? '' : `aim ${aim}: ${throughput >= aim ? 'met' : 'missed'}`;
}

function ratio(value: number): string {
  return (Number.isNaN(value) ? '' : value.toFixed(2)).padStart(8);
}

/** The figures per item of a request with many items. */
function perItem(
  { noun, count }: NonNullable<Scenario['items']>,
  requestsPerSecond: number,
  cpuMicroseconds: number,
): string {
  return `${(requestsPerSecond * count).toFixed(0)} ${noun}s/s, CPU ${(cpuMicroseconds / count).toFixed(1)} µs per ${noun}`;
}

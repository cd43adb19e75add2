import { randomInt } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { findFreePort } from '../../../libraries/embedded-postgres/free-port.ts';
import { Program } from '../../../test/support/process/program.ts';
import type { TestScope } from '../../../test/support/test-scope.ts';
import { until } from '../../../test/support/until.ts';
import type { RuleGroups } from '../../alerts/rules.ts';

/** A Prometheus server with rules, as the one that an operator runs. */
export class Prometheus {
  readonly #url: string;
  readonly #targets: string;

  private constructor(url: string, targets: string) {
    this.#url = url;
    this.#targets = targets;
  }

  static async start(scope: TestScope, rules: readonly RuleGroups[]): Promise<Prometheus> {
    const folder = await mkdtemp(join(tmpdir(), 'lyceum-prometheus-'));
    scope.onClear(() => rm(folder, { recursive: true, force: true }));
    const files = rules.map((_, index) => join(folder, `rules-${index}.yaml`));
    for (const [index, file] of files.entries()) await writeFile(file, stringify(rules[index]));
    const config = {
      // A scrape may take as long as the interval, and the platform's own queries take a second.
      global: { scrape_interval: '1500ms', scrape_timeout: '1500ms', evaluation_interval: '1s' },
      rule_files: files,
      scrape_configs: [
        { job_name: 'lyceum', file_sd_configs: [{ files: [join(folder, 'targets.json')], refresh_interval: '1s' }] },
      ],
    };
    await writeFile(join(folder, 'prometheus.yaml'), stringify(config));
    const address = `127.0.0.1:${await findFreePort(randomInt(20_000, 32_000))}`;
    const options = [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${address}`,
    ];
    const prometheus = new Prometheus(`http://${address}`, join(folder, 'targets.json'));
    scope.run(Program.spawn('prometheus', options));
    await prometheus.watch([]);
    const isReady = () =>
      fetch(`http://${address}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await until('Prometheus', isReady);
    return prometheus;
  }

  /** Scrapes these addresses from now on. */
  async watch(metricsUrls: readonly string[]): Promise<void> {
    await writeFile(this.#targets, JSON.stringify([{ targets: metricsUrls.map((url) => new URL(url).host) }]));
  }

  /** The alerts that fire now, each with its labels. */
  async firing(): Promise<readonly Readonly<Record<string, string>>[]> {
    const { alerts } = await this.#ask<{ alerts: { state: string; labels: Record<string, string> }[] }>('alerts');
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels);
  }

  /** The value of an expression with one result; undefined if there is none. */
  async value(expression: string): Promise<number | undefined> {
    const path = `query?query=${encodeURIComponent(expression)}`;
    const { result } = await this.#ask<{ result: { value: [number, string] }[] }>(path);
    const [, text] = result[0]?.value ?? [];
    return text === undefined ? undefined : Number(text);
  }

  async #ask<Data>(path: string): Promise<Data> {
    const answer = await fetch(`${this.#url}/api/v1/${path}`);
    return ((await answer.json()) as { data: Data }).data;
  }
}

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestSystem } from '../test-system.ts';
import type { LooseBundle } from './bundles.ts';
import { type CliAnswer, type CliOptions, runCli } from './run-cli.ts';

/** Runs `lyceum import` against a running system, with bundles in a temporary folder. */
export class ImportCli {
  readonly #folder: string;
  readonly #addresses: Readonly<Record<string, string>>;
  #files = 0;

  private constructor(folder: string, addresses: Readonly<Record<string, string>>) {
    this.#folder = folder;
    this.#addresses = addresses;
  }

  static async open(system: TestSystem): Promise<ImportCli> {
    return new ImportCli(await mkdtemp(join(tmpdir(), 'lyceum-cli-')), system.addresses);
  }

  /** Writes a bundle to a file of its own: imports may run at once. Returns its path. */
  save(bundle: LooseBundle): Promise<string> {
    return this.saveText(JSON.stringify(bundle));
  }

  async saveText(text: string | Uint8Array): Promise<string> {
    const path = join(this.#folder, `bundle-${this.#files++}.json`);
    await writeFile(path, text);
    return path;
  }

  async importBundle(bundle: LooseBundle, ...args: string[]): Promise<CliAnswer> {
    return this.importFile(await this.save(bundle), ...args);
  }

  importFile(path: string, ...args: string[]): Promise<CliAnswer> {
    return this.run(['import', path, ...args]);
  }

  run(args: readonly string[], options: CliOptions = {}): Promise<CliAnswer> {
    return runCli(args, { ...options, environment: this.#addresses });
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** The counts of an import's summary by section: created, updated, unchanged. */
export function summaryOf({ stdout }: CliAnswer): Record<string, number[]> {
  const rows = stdout.split('\n').map((line) => /^(\w+) +(\d+) +(\d+) +(\d+)$/.exec(line));
  return Object.fromEntries(
    rows.filter((row) => row !== null).map(([, name, ...counts]) => [name, counts.map(Number)]),
  );
}

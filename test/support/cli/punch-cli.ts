import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestClient } from '../test-client.ts';
import type { TestSystem } from '../test-system.ts';
import { type CliAnswer, type CliOptions, runCli } from './run-cli.ts';

/** Runs `lyceum punch` against a running system, with a temporary file. */
export class PunchCli {
  readonly path: string;
  readonly #folder: string;
  readonly #url: string;

  private constructor(folder: string, url: string) {
    this.#folder = folder;
    this.#url = url;
    this.path = join(folder, 'punches.csv');
  }

  static async open(system: TestSystem): Promise<PunchCli> {
    return new PunchCli(await mkdtemp(join(tmpdir(), 'lyceum-punch-')), system.url);
  }

  /** Writes a file with the header `code,kind,time,label,template`. */
  save(rows: readonly string[]): Promise<void> {
    return writeFile(this.path, ['code,kind,time,label,template', ...rows, ''].join('\n'));
  }

  /** Sends the file as a client. */
  run(client: TestClient, args: readonly string[] = [], options: CliOptions = {}): Promise<CliAnswer> {
    const { clientId, clientSecret } = client;
    return runCli(['punch', this.path, ...args], {
      ...options,
      environment: { LYCEUM_URL: this.#url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret },
    });
  }

  /** Writes rows and sends them; returns the answer with the counts accepted, replayed and refused. */
  async send(
    client: TestClient,
    rows: readonly string[],
    ...args: string[]
  ): Promise<CliAnswer & { counts: number[] }> {
    await this.save(rows);
    const answer = await this.run(client, ['--json', ...args]);
    return Object.assign(answer, { counts: countsOf(answer) });
  }

  close(): Promise<void> {
    return rm(this.#folder, { recursive: true, force: true });
  }
}

/** Accepted, replayed and refused rows; empty if the command printed no counts. */
function countsOf({ stdout }: Pick<CliAnswer, 'stdout'>): number[] {
  if (stdout === '') return [];
  const { accepted, replayed, refused } = JSON.parse(stdout);
  return [accepted, replayed, refused];
}

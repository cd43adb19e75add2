import { runClient } from '../../clients/cli/program.ts';
import { type CliAnswer, runCli } from './cli/run-cli.ts';
import { clientPackage } from './client-package.ts';
import type { CopyPlace } from './copy-places.ts';
import { Program } from './process/program.ts';
import type { TestClient } from './test-client.ts';

/** A copy that `lyceum-client sync` keeps. */
export class KeptCopy {
  readonly place: CopyPlace;
  readonly #client: TestClient;
  readonly #url: () => string;

  /** @param url of the gateway, asked for each time */
  constructor(place: CopyPlace, client: TestClient, url: () => string) {
    this.place = place;
    this.#client = client;
    this.#url = url;
  }

  sync(...options: string[]): Promise<CliAnswer> {
    return runCli(this.#command(options), { environment: this.#environment(), run: runClient });
  }

  /** The same in a process of its own. */
  start(...options: string[]): Program {
    return Program.node('clients/cli/main.ts', this.#command(options), { env: this.#environment() });
  }

  /** The Python client's command on the same file, without any package but the client. */
  startInPython(...options: string[]): Program {
    const python = { PYTHONPATH: clientPackage('python'), PYTHONDONTWRITEBYTECODE: '1' };
    const env = { ...this.#environment(), ...python };
    return Program.spawn('python3', ['-m', 'lyceum_client', ...this.#command(options)], { env });
  }

  async syncInPython(...options: string[]): Promise<Pick<CliAnswer, 'code' | 'stdout' | 'stderr'>> {
    const program = this.startInPython(...options);
    const { code } = await program.exited;
    return { code: code ?? -1, stdout: program.stdout, stderr: program.stderr };
  }

  /** Has the copy take what has happened and compare all that it keeps; returns what it says of differences. */
  async differences(): Promise<string[]> {
    const { code, stdout, stderr } = await this.sync('--check');
    const lines = stdout.split('\n').filter((line) => line !== '' && !line.endsWith(' 0 different'));
    return code === 0 && stdout !== '' ? lines : [...lines, `exit code ${code} ${stderr}`];
  }

  /** Rows, as a reader finds them at any time. */
  rows(sql: string): Promise<Record<string, unknown>[]> {
    return this.place.rows(sql);
  }

  /** The records of a list by id, as the API showed them. */
  async records(list: string): Promise<Map<string, unknown>> {
    const rows = await this.rows(`SELECT id, CAST(json AS TEXT) AS json FROM ${list}`);
    return new Map(rows.map(({ id, json }) => [String(id), JSON.parse(String(json))]));
  }

  #command(options: readonly string[]): string[] {
    return ['sync', '--to', this.place.to, ...options];
  }

  #environment(): Record<string, string> {
    const { clientId, clientSecret } = this.#client;
    return { LYCEUM_URL: this.#url(), LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
  }
}

import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, inject } from 'vitest';
import { SERVICES } from '../../../cli/service-names.ts';
import { type CliAnswer, runCli } from '../cli/run-cli.ts';
import { TestDatabases } from '../postgres/test-databases.ts';
import { dropConstraints, SECRET_KEYS } from './fill-institution.ts';

/** A folder for the archives of a test file, with a key for them. It goes after the tests, as do all databases. */
export class TestArchives {
  readonly folder: string;
  readonly keyFile: string;
  readonly #databases: TestDatabases[] = [];

  private constructor(folder: string) {
    this.folder = folder;
    this.keyFile = join(folder, 'archive.key');
    afterAll(async () => {
      for (const databases of this.#databases) await databases.drop();
      await rm(folder, { recursive: true });
    });
  }

  static async start(): Promise<TestArchives> {
    const archives = new TestArchives(await mkdtemp(join(tmpdir(), 'archive-')));
    await writeFile(archives.keyFile, (await runCli(['keys', 'create', 'archive', '--symmetric'])).stdout);
    return archives;
  }

  newPath(): string {
    return join(this.folder, `${randomUUID()}.tar`);
  }

  /** Databases of all services, in which nothing but types and keys restricts a row. */
  async newDatabases(): Promise<TestDatabases> {
    const databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), SERVICES);
    this.#databases.push(databases);
    await dropConstraints(databases);
    return databases;
  }

  /** Runs `lyceum institutions` with the databases, and with further variables. */
  run(
    databases: TestDatabases,
    args: readonly string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<CliAnswer> {
    const urls = urlsOf(databases).map(([name, url]) => [`${name.toUpperCase()}_DATABASE_URL`, url]);
    const keys = { WEBHOOKS_SECRET_KEYS: SECRET_KEYS, IDENTITY_SECRET_KEYS: SECRET_KEYS };
    return runCli(['institutions', ...args], { environment: { ...Object.fromEntries(urls), ...keys, ...more } });
  }

  /** The path of a new archive of an institution. */
  async exported(databases: TestDatabases, id: string, options: readonly string[] = []): Promise<string> {
    const out = this.newPath();
    expect(await this.run(databases, ['export', id, '--out', out, ...options])).toMatchObject({ code: 0 });
    return out;
  }
}

export const urlsOf = (databases: TestDatabases) => SERVICES.map((name) => [name, databases.url(name)] as const);

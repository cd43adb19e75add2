import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { parse } from 'yaml';
import { commandTree } from '../../cli/command-tree.ts';
import { services } from '../../deploy/installation/services.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { Dockerfile } from '../support/deploy/dockerfile.ts';
import { ofKind } from '../support/deploy/kubernetes.ts';
import { describeRendered, render } from '../support/deploy/render.ts';
import { Cluster } from '../support/docs/cluster.ts';
import { readPage, type Started, scriptsOf, startedBy } from '../support/docs/shell.ts';
import { query } from '../support/postgres/query.ts';
import { TestDatabases } from '../support/postgres/test-databases.ts';
import { projectRoot } from '../support/process/program.ts';

describeRendered('the commands of the pages for operators', () => {
  /** Whatever else an operator needs. */
  const TOOLS = ['kubectl', 'helm', 'docker', 'flux', 'oras', 'git', 'npm', 'npx', 'openssl', 'curl', 'base64'];
  const FILTERS = ['grep', 'sed', 'tr', 'tar', 'mkdir', 'cat', 'sha256sum'];
  const PROGRAMS = [...TOOLS, ...FILTERS];

  const installation = ['overlays/second-server', 'postgres', 'postgres-b', 'nats', 'cluster'].flatMap((folder) =>
    render(folder),
  );
  const nats = ['values', 'accounts'].map((name) =>
    parse(readFileSync(`${projectRoot}deploy/nats/${name}.yaml`, 'utf8')),
  );
  const cluster = new Cluster(installation, nats);
  /** The first block of the runbook, which defines `lyceum`, `logs` and `sql`, and what it starts itself. */
  const [definitions = ''] = scriptsOf(readPage('runbook'), []);
  const first = startedBy(definitions, PROGRAMS);

  /** What a script starts in a shell with these definitions. */
  const startedAfter = (script: string) => startedBy(`${definitions}\n${script}`, PROGRAMS).slice(first.length);

  /** What the scripts of a page start. */
  function startedIn(page: string): Started[] {
    return scriptsOf(readPage(page), [...TOOLS, 'lyceum', 'logs', 'sql']).flatMap(startedAfter);
  }

  const pages = ['runbook', 'operations', 'deployment'].map((page) => [page, startedIn(page)] as const);
  let databases: TestDatabases;

  beforeAll(async () => {
    const names = services.map(({ name }) => name);
    databases = await TestDatabases.create(inject('databaseServer'), randomBytes(6).toString('hex'), names);
    return () => databases.drop();
  });

  /** Parses a command line as `lyceum` does, without running it. */
  async function expectToParse(args: readonly string[]): Promise<void> {
    const program = commandTree({} as never);
    const prepare = (command: typeof program): void => {
      command.exitOverride().configureOutput({ writeErr: () => undefined });
      if (command.commands.length === 0) command.action(() => undefined);
      for (const child of command.commands) prepare(child as typeof program);
    };
    prepare(program);
    await program.parseAsync(args, { from: 'user' }).catch((error: Error) => {
      throw new Error(`lyceum ${args.join(' ')}: ${error.message}`);
    });
  }

  async function expectToExplain(database: string, sql: string): Promise<void> {
    await query(databases.url(database.replace(/^lyceum_/, '')), sql.startsWith('SELECT') ? `EXPLAIN ${sql}` : sql);
  }

  /** Expects that what a line starts exists on the installation. */
  async function expectToExist([program, ...args]: Started): Promise<void> {
    for (const path of args.filter((arg) => /^(deploy|docs|test)\//.test(arg)))
      expect([path, existsSync(`${projectRoot}${path}`)]).toEqual([path, true]);
    if (program === 'kubectl') {
      const { command, psql } = cluster.check(args);
      if (command) await expectToParse(command);
      if (psql) await expectToExplain(...psql);
    } else if (program === 'npm' && args[0] === 'run') {
      const [script = '', ...rest] = args.slice(1).filter((arg) => arg !== '--silent');
      expect(Object.keys(packageJson.scripts)).toContain(script);
      if (script === 'lyceum') await expectToParse(rest.slice(1));
    } else if (program === 'docker' && args[0] === 'build') {
      const target = args[args.indexOf('--target') + 1];
      expect(Dockerfile.read().targets).toContain(target);
    }
  }

  describe.each(pages)('docs/%s.md', (page, started) => {
    it('has commands', () => {
      expect(started.length).toBeGreaterThan(page === 'operations' ? 10 : 30);
    });

    it.each(started.map((each) => [each.join(' '), each] as const))('%s', async (_, each) => expectToExist(each));
  });

  it('the installation makes every secret that a pod mounts', () => {
    const made = pages
      .flatMap(([, started]) => started)
      .flatMap(([program, ...args]) => (program === 'kubectl' ? cluster.madeSecrets(args) : []));
    const issued = [
      ...ofKind(installation, 'Certificate').map(({ spec }) => spec.secretName),
      ...ofKind(installation, 'Cluster').map(({ metadata }) => `${metadata.name}-ca`),
    ];
    const { secrets } = new Cluster(ofKind(installation, 'Deployment', 'Job', 'CronJob', 'ObjectStore'), nats);
    expect([...secrets].filter((name) => !made.includes(name) && !issued.includes(name))).toEqual([]);
  });

  it('a line that cannot run is found', async () => {
    const line = async (script: string) => {
      for (const each of startedAfter(script)) await expectToExist(each);
    };
    await expect(line('lyceum events tail --servce x')).rejects.toThrow("unknown option '--servce'");
    await expect(line('lyceum evnts tail')).rejects.toThrow('evnts');
    await expect(line('sql directory "SELECT gone FROM users"')).rejects.toThrow('gone');
    await expect(line('sql gone "SELECT 1"')).rejects.toThrow('lyceum_gone');
    await expect(line('kubectl -n lyceum logs deployment/gone')).rejects.toThrow('gone');
    await expect(line('kubectl -n nats logs deployment/directory')).rejects.toThrow('directory');
    await expect(line('logs gone 5m')).rejects.toThrow('gone');
    await expect(line('kubectl -n lyceum create secret generic gone')).rejects.toThrow('gone');
    await expect(line('kubectl apply -k deploy/gone')).rejects.toThrow('gone');
    expect(() => startedBy('psql -c x', PROGRAMS)).toThrow('psql: command not found');
  });
});

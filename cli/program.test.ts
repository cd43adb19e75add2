import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { runCli } from '../test/support/cli/run-cli.ts';
import type { CliContext } from './cli-context.ts';
import { commandTree } from './command-tree.ts';

/** The names of all commands, groups included. */
function namesOf(command: Command, path: readonly string[] = []): string[][] {
  return [[...path], ...command.commands.flatMap((child) => namesOf(child, [...path, child.name()]))];
}

const unused = { environment: {} } as CliContext;

const ROOT = join(import.meta.dirname, '..');

/** `cli/main.ts` itself. */
const IN_A_PROCESS = { nodeOptions: [] };

describe('help', () => {
  it.each(namesOf(commandTree(unused)).map((command) => [command]))('lyceum %j --help', async (command) => {
    const { code, stdout } = await runCli([...command, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Usage: lyceum/);
    expect(stdout).toMatch(/^Examples?:\n {2}\S/m);
    expect(stdout).not.toContain('\u001b');
    expect(stdout.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  it('is printed on standard error if no command is given', async () => {
    const { code, stdout, stderr } = await runCli([], IN_A_PROCESS);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^Usage: lyceum/);
  });
});

it('prints its version', async () => {
  expect(await runCli(['--version'], IN_A_PROCESS)).toMatchObject({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: '',
  });
});

it('is what npm link installs, and returns its exit code', () => {
  const linked = (...args: string[]) => spawnSync(`${ROOT}/${packageJson.bin.lyceum}`, args, { encoding: 'utf8' });
  expect(linked('--version')).toMatchObject({ status: 0, stdout: `${packageJson.version}\n`, stderr: '' });
  expect(linked('imprt')).toMatchObject({ status: 2, stdout: '' });
});

it.each([
  [['imprt'], "error: unknown command 'imprt'"],
  [['institutions', 'erase'], "error: unknown command 'erase'"],
  [['import'], 'error: Name a file, or - for standard input. --example prints one.'],
  [['import', 'a', 'b'], "error: too many arguments for 'import'"],
  [['import', '--yaml', 'a'], "error: unknown option '--yaml'"],
])('%j exits with 2', async (args, message) => {
  const { code, stdout, stderr } = await runCli(args);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr.startsWith(message)).toBe(true);
});

describe('when Lyceum does not answer', () => {
  it('prints the address where nothing listens, and advice', async () => {
    const port = await portOfNobody();
    const { code, stdout, stderr } = await runCli(['institutions', 'list'], {
      environment: { GRPC_PORT: String(port) },
    });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(
      `error: Nothing answers at 127.0.0.1:${port}. Is Lyceum running? Start it with npm start, and set GRPC_PORT if that prints one, or GRPC_URL.\n`,
    );
  });

  it("a service's own address overrides the common one", async () => {
    const port = await portOfNobody();
    const environment = { GRPC_URL: '127.0.0.1:9', IDENTITY_URL: `http://127.0.0.1:${port}/` };
    const { stderr } = await runCli(['institutions', 'list'], { environment });
    expect(stderr).toContain(`Nothing answers at 127.0.0.1:${port}.`);
  });

  it('reports a server that is not Lyceum', async () => {
    const server = createServer((_, response) => response.end('hello'));
    const port = await new Promise<number>((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
    const { code, stderr } = await runCli(['institutions', 'list'], { environment: { GRPC_PORT: String(port) } });
    server.close();
    expect(code).toBe(2);
    expect(stderr).toContain(`127.0.0.1:${port}`);
    expect(stderr).toContain('Is Lyceum running?');
  });

  it.each(['GRPC_URL', 'DIRECTORY_URL'])('rejects an invalid %s', async (name) => {
    const { code, stderr } = await runCli(['institutions', 'list'], { environment: { [name]: 'https://lyceum' } });
    expect(code).toBe(2);
    expect(stderr).toContain(`${name} must be host:port or http://host:port`);
  });
});

/** A port that was free a moment ago. */
async function portOfNobody(): Promise<number> {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
  await new Promise((resolve) => server.close(resolve));
  return port;
}

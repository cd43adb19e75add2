import { spawnSync } from 'node:child_process';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { demoAs } from '../../support/cli/bundles.ts';
import { type CliOptions, runCli } from '../../support/cli/run-cli.ts';
import { canInstall, installDebianPackage } from '../../support/debian-package.ts';
import { spawnLyceum, type Welcome } from '../../support/process/lyceum-process.ts';
import { Program } from '../../support/process/program.ts';
import { TestScope } from '../../support/test-scope.ts';
import { fileOf, readGuides, readReadme } from './guide.ts';
import { findMissing } from './shown.ts';
import { type Outcome, Workspace } from './workspace.ts';

/**
 * From `npm start` to the last guide, in the order of docs/README.md, on one installation. One reader follows the
 * commands at the demo institution; others follow the TypeScript and the Python, each at an institution of their own,
 * because all would create the same records.
 */
const pages = [readReadme(), ...readGuides()];
const scope = new TestScope();
const [commands, typescript, python] = [new Workspace(), new Workspace(), new Workspace()];

if (spawnSync('jq', ['--version']).status !== 0 && canInstall()) await installDebianPackage('jq');
const data = await scope.dataDirectory();
for (const each of [commands, typescript, python]) each.prepare();
const lyceum: Welcome & { readonly program: Program } = await scope.startLyceum(data);
afterAll(async () => {
  await scope.clear();
  for (const each of [commands, typescript, python]) each.remove();
});

/** Every step ran to its end and printed what the page shows, and nothing that it does not show. */
function expectAsShown(slug: string, { code, stderr, printed }: Outcome): void {
  const last = printed.at(-1);
  for (const { step, output } of printed) {
    const position = `${slug}.md:${step.block.line}`;
    const context = `${position} printed: ${output}\n${step === last?.step ? stderr : ''}`;
    const written = step.block.language === 'py' ? asInJson(output) : output;
    if (step.shown) expect(findMissing(step.shown, written), context).toBeNull();
    else if (step !== last?.step || code === 0) expect(output, `${position} prints what is not shown`).toBe('');
  }
  expect(code, `${slug}.md: ${stderr}`).toBe(0);
}

/** Python writes other words for the values that the page shows. */
function asInJson(output: string): string {
  const words: Readonly<Record<string, string>> = { True: 'true', False: 'false', None: 'null' };
  return output.replaceAll(/\b(True|False|None)\b/g, (word) => words[word] ?? word);
}

function environmentOf(clientId: string, clientSecret: string): Record<string, string> {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const credentials = { LYCEUM_URL: lyceum.url, LYCEUM_CLIENT_ID: clientId, LYCEUM_CLIENT_SECRET: clientSecret };
  return { ...credentials, RECEIVER: `http://127.0.0.1:${port}`, PORT: port };
}

/** What the operator of the installation does for an institution. */
async function addInstitution(ref: string): Promise<{ readonly clientId: string; readonly clientSecret: string }> {
  const LYCEUM_OPERATOR_TOKEN = await readFile(join(data.path, 'operator-token'), 'utf8');
  const environment = { GRPC_PORT: String(lyceum.grpcPort), LYCEUM_OPERATOR_TOKEN };
  const run = (args: string[], options: CliOptions = {}) => runCli([...args, '--json'], { ...options, environment });
  await run(['import', '-'], { input: JSON.stringify(demoAs(ref)) });
  return (await run(['integrations', 'create', '--institution', ref, '--name', 'Guides'])).json;
}

/** Follows the programs of all pages, and the commands of those without. */
async function follow(reader: Workspace, language: 'ts' | 'py', signal: AbortSignal): Promise<void> {
  const { clientId, clientSecret } = await addInstitution(`guides-${language}`);
  const environment = environmentOf(clientId, clientSecret);
  for (const page of pages) {
    const isProgram = page.steps.some(({ block }) => block.language === language && fileOf(block) === null);
    const run = isProgram
      ? reader.runProgram(language, page, environment, signal)
      : reader.runCommands(page, environment, signal);
    expectAsShown(page.slug, await run);
  }
}

describe('README and guides, one after the other', () => {
  it.concurrent('show what their commands print', async ({ signal }) => {
    const environment = environmentOf(lyceum.client.clientId, lyceum.client.clientSecret);
    for (const page of pages) expectAsShown(page.slug, await commands.runCommands(page, environment, signal));
    expect(await commands.checkStyle()).toBe('');
  });

  it.concurrent('show what their TypeScript prints, and it compiles', async ({ signal }) => {
    await follow(typescript, 'ts', signal);
    expect(await typescript.compile()).toBe('');
  });

  it.concurrent('show what their Python prints', async ({ signal, skip }) => {
    skip(spawnSync('python3', ['--version']).status !== 0, 'this machine has no python3');
    await follow(python, 'py', signal);
  });

  it('work on an installation that prints a request to paste, and keeps its data and credentials from start to start', async () => {
    const pasted = scope.run(Program.spawn('sh', ['-c', lyceum.curl]));
    expect(await pasted.exited).toEqual({ code: 0, signal: null });
    expect(JSON.parse(pasted.stdout).data).toHaveLength(7);
    const users = await lyceum.client.walk('/users');
    // As in a terminal with the lines that the first one printed.
    const printed = { PORT: new URL(lyceum.url).port, GRPC_PORT: String(lyceum.grpcPort) };
    const second = scope.run(spawnLyceum(data, { env: printed }));
    expect(await second.exited).toEqual({ code: 1, signal: null });
    expect(second.stderr).toMatch(new RegExp(`^Lyceum already runs on the data directory ${data.path} .*\\n$`));
    expect((await lyceum.client.get('/users')).status).toBe(200);

    lyceum.program.kill('SIGTERM');
    expect(await lyceum.program.exited).toEqual({ code: 0, signal: null });
    const again = await scope.startLyceum(data);
    expect(again.client.clientSecret).toBe(lyceum.client.clientSecret);
    expect((await stat(join(data.path, 'demo-credentials'))).mode & 0o777).toBe(0o600);
    const ids = (of: readonly { readonly id: string }[]) => of.map(({ id }) => id);
    expect(ids(await again.client.walk('/users'))).toEqual(ids(users));
  });
});

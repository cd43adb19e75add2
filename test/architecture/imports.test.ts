import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './project/project.ts';
import { importOptions, importRules } from './rules/imports.ts';

const FOLDERS =
  'platform libraries bundle records languages services gateway console clients cli deploy one-process dev proto bench test proofs'.split(
    ' ',
  );

test('no import crosses a boundary, and there is no cycle', async () => {
  expect(await violationsIn(root)).toEqual([]);
  // It reads all sources.
}, 300_000);

/** Imports that break a rule, with the rule. */
const CROSSINGS: readonly (readonly [rule: string, path: string, from: string])[] = [
  ['gateway-knows-contracts', 'gateway/routes/users/get.ts', 'services/directory/store/users.ts'],
  ['production-without-development', 'gateway/app.ts', 'dev/config.ts'],
  ['one-process-assembles', 'one-process/main.ts', 'services/directory/rpc/users.ts'],
  ['services-know-contracts', 'services/directory/service.ts', 'services/locations/service.ts'],
  ['platform-knows-no-service', 'platform/handler/command.ts', 'services/directory/service.ts'],
  ['platform-core-looks-down', 'platform/core/ids.ts', 'platform/data/database.ts'],
  ['rules-are-pure', 'services/directory/domain/user.ts', 'services/directory/store/users.ts'],
  ['sections-are-declarations', 'services/directory/import/users.ts', 'services/directory/store/users.ts'],
  ['bundle-is-a-format', 'bundle/engine/plan.ts', 'services/directory/import/users.ts'],
  ['format-knows-no-database', 'bundle/format/kind.ts', 'bundle/engine/plan.ts'],
  ['stores-know-no-rpc', 'services/directory/store/users.ts', 'services/directory/rpc/users.ts'],
  ['console-knows-contracts', 'console/app.ts', 'gateway/app.ts'],
  ['records-are-those-of-the-api', 'records/hours.ts', 'console/app.ts'],
  ['languages-are-texts', 'languages/names.ts', 'gateway/app.ts'],
  ['console-components-looks-down', 'console/components/page.ts', 'console/session/session.ts'],
  ['templates-escape', 'console/screens/a.ts', 'node_modules/hono'],
  ['client-runs-anywhere', 'clients/typescript/src/list.ts', 'platform/core/ids.ts'],
  ['client-runs-anywhere', 'clients/typescript/src/requests.ts', 'node_modules/undici'],
  ['client-is-one-entry', 'cli/rooms/a.ts', 'clients/typescript/src/errors.ts'],
  ['cli-calls-services', 'cli/import/users.ts', 'services/directory/store/users.ts'],
  ['installation-lists-parts', 'deploy/installation/services.ts', 'services/directory/rpc/users.ts'],
  ['contracts-stand-alone', 'proto/check.ts', 'platform/core/ids.ts'],
  ['product-without-tests', 'dev/main.ts', 'test/support/test-system.ts'],
  ['generator-is-a-tool', 'platform/data/migrate.ts', 'dev/new-migration/migration-sql.ts'],
  ['packages-behind-the-platform', 'gateway/app.ts', 'node_modules/pg'],
  ['traces-are-loaded-on-demand', 'platform/data/database.ts', 'platform/observability/tracing/tracing.ts'],
  ['rules-know-no-world', 'services/directory/domain/user.ts', 'node:fs'],
  ['rules-know-no-transport', 'services/directory/domain/user.ts', 'node_modules/fastify'],
];

const ALLOWED: readonly (readonly [path: string, from: string])[] = [
  ['gateway/routes/users/get.ts', 'platform/core/present.ts'],
  ['console/components/html.ts', 'node_modules/hono'],
  ['console/screens/a.ts', 'records/hours.ts'],
  ['services/directory/domain/user.ts', 'node:crypto'],
  ['services/directory/rpc/import-records.ts', 'bundle/engine/import-command.ts'],
  ['cli/rooms/find-location.ts', 'clients/typescript/src/index.ts'],
  ['libraries/pg-batch/connections.ts', 'node_modules/pg'],
  ['platform/data/database.test.ts', 'test/support/fake-clock.ts'],
  ['one-process/lyceum.ts', 'gateway/gateway.ts'],
];

const FORMS: readonly ((from: string) => string)[] = [
  (from) => `import type { a } from '${from}';`,
  (from) => `export { a } from '${from}';`,
  (from) => `export * from '${from}';`,
  (from) => `export const a = await import('${from}');`,
];

describe('the rules', () => {
  let broken: readonly string[];
  let kept: readonly string[];

  beforeAll(async () => {
    broken = await violationsOf(CROSSINGS.map(([, path, from]) => [path, from]));
    kept = await violationsOf(ALLOWED);
  });

  test.each(CROSSINGS)('%s: finds %s importing %s', (rule, path, from) => {
    expect(broken).toContainEqual(
      expect.stringMatching(new RegExp(`^${rule}: ${path} → ${from.replace('node:', '')}(/|$)`)),
    );
  });

  test('let permitted imports pass', () => {
    expect(kept).toEqual([]);
  });

  test('find an import however it is written', async () => {
    const lines = FORMS.map((write, index) => write(`../services/s${index}/service.ts`)).join('\n');
    const planted = {
      'gateway/app.ts': lines,
      ...Object.fromEntries(FORMS.map((_, n) => [`services/s${n}/service.ts`, A])),
    };
    expect(await violationsIn(await plant(planted))).toEqual(
      FORMS.map((_, n) => `gateway-knows-contracts: gateway/app.ts → services/s${n}/service.ts`),
    );
  });

  test('find a cycle of type imports', async () => {
    const planted = {
      'gateway/a.ts': `import type { B } from './b.ts';\nexport type A = B | 1;\n`,
      'gateway/b.ts': `import type { A } from './a.ts';\nexport type B = A | 2;\n`,
    };
    expect(await violationsIn(await plant(planted))).toContain('no-cycles: gateway/a.ts → gateway/b.ts');
  });
});

const A = 'export const a = 1;\n';
const projects: string[] = [];
afterAll(async () => {
  for (const project of projects) await rm(project, { recursive: true });
});

/** Violations in a project of files that import others. */
async function violationsOf(imports: readonly (readonly [path: string, from: string])[]): Promise<string[]> {
  const files: Record<string, string> = {};
  for (const [path, from] of imports) {
    const line = `import { a as a${Object.keys(files).length} } from '${specifier(path, from)}';\n`;
    files[path] = line + (files[path] ?? A);
    if (from.startsWith('node_modules/'))
      Object.assign(files, { [`${from}/package.json`]: '{"main":"index.js"}', [`${from}/index.js`]: A });
    else if (!from.startsWith('node:')) files[from] ??= A;
  }
  return violationsIn(await plant(files));
}

/** Writes a project and returns its folder. */
async function plant(files: Readonly<Record<string, string>>): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'lyceum-imports-'));
  projects.push(project);
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  return project;
}

/** The specifier with which a file imports another file, a package, or a module of Node. */
function specifier(path: string, from: string): string {
  if (from.startsWith('node:')) return from;
  if (from.startsWith('node_modules/')) return from.slice('node_modules/'.length);
  return `${'../'.repeat(path.split('/').length - 1)}${from}`;
}

/** Violations: `rule: file → file`. */
async function violationsIn(baseDir: string): Promise<string[]> {
  const there = FOLDERS.filter((folder) => existsSync(join(baseDir, folder)));
  const ruleSet = { forbidden: [...importRules] };
  const { output } = await cruise(there, { ...importOptions, baseDir, validate: true, ruleSet });
  return (output as ICruiseResult).summary.violations
    .map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
    .sort();
}

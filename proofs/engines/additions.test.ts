import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Program, projectRoot } from '../../test/support/process/program.ts';
import { ProjectCopy } from '../../test/support/project-copy.ts';

/** A field that a user can be given, as docs/adding-an-endpoint.md adds it: by file, before which text, what. */
const FIELD: readonly (readonly [path: string, before: string, text: string])[] = [
  [
    'proto/lyceum/directory/v1/user.proto',
    '  // RFC 3339, UTC, milliseconds.\n  string created_at = 9 ',
    '  // What the user likes to be called.\n  optional string preferred_name = 12 [(buf.validate.field).string = {\n    min_len: 1\n    max_len: 255\n  }];\n',
  ],
  [
    'services/directory/store/tables.ts',
    "    image: text().says('image')",
    "    preferredName: text().says('name').nullable(),\n",
  ],
  [
    'gateway/schema/user.ts',
    '  image: {',
    "  preferredName: { text: 'What the user likes to be called.', example: 'Addie' },\n",
  ],
  ['gateway/schema/user.ts', '  image: null,\n', '  preferredName: null,\n'],
  ['services/directory/domain/synced-user.ts', "  isArchived: 'set'", "  preferredName: 'left alone',\n"],
  ['services/directory/people-import/person-columns.ts', " | 'image'", " | 'preferredName'"],
  ['test/support/test-directory.ts', "  'image',\n", "  'preferredName',\n"],
];

let copy: ProjectCopy;
beforeAll(async () => {
  copy = await ProjectCopy.make(tmpdir());
});
afterAll(() => copy.remove());

/** Runs a command in the copy, which must succeed. */
async function run(file: string, ...args: readonly string[]): Promise<string> {
  const program = Program.spawn(file, args, { cwd: copy.path });
  const { code } = await program.exited;
  expect(code, `${file} ${args.join(' ')}\n${program.stdout}${program.stderr}`).toBe(0);
  return program.stdout;
}

const npm = (...args: readonly string[]) => run('npm', 'run', '--silent', ...args);

/** What the guide's row says to be written by hand. */
async function byHand(row: string): Promise<string> {
  const guide = await readFile(`${projectRoot}docs/adding-an-endpoint.md`, 'utf8');
  const line = guide.split('\n').find((each) => each.startsWith(`| ${row}`));
  return line?.split('|')[2] ?? '';
}

it('a field and a resource that are added as the guide says compile, and their tests pass', async () => {
  const named = (await byHand('a field')).matchAll(/`([^`]+)`/g).map(([, file]) => file);
  expect([...named]).toEqual([...new Set(FIELD.map(([path]) => path))]);
  for (const [path, before, text] of FIELD) {
    const file = join(copy.path, path);
    const now = await readFile(file, 'utf8');
    expect(now.split(before).length, `${path}: ${before}`).toBeGreaterThan(1);
    await writeFile(
      file,
      now.replace(before, () => text + before),
    );
  }
  const written = (await npm('resource:new', '--', 'directory', 'staff-notice'))
    .split('\n')
    .filter((line) => /^\S+\.\w+$/.test(line));
  const { length } = written.filter((path) => !existsSync(`${projectRoot}${path}`));
  expect(await byHand('a resource')).toContain(
    `writes ${length} files and names it in ${written.length - length} others`,
  );
  await npm('proto:generate');
  await npm('migration:new', '--', 'directory', 'additions');
  await npm('generate');
  await npm('check');
  // What a sync leaves alone keeps its value, whichever field it is.
  const tests = ['test/scim/owned-fields.test.ts', 'test/gateway/users', 'test/gateway/staff-notices'];
  await run('npx', 'vitest', 'run', '--project', 'together', ...tests);
}, 900_000);

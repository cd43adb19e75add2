import { execFile } from 'node:child_process';
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { openapiDocument } from '../../../site/openapi/document.ts';
import { projectRoot } from '../../../test/support/process/program.ts';
import { TestScope } from '../../../test/support/test-scope.ts';

const run = promisify(execFile);
const scope = new TestScope();
const text = JSON.stringify(openapiDocument(endpoints));
let folder: string;

beforeAll(async () => {
  folder = (await scope.dataDirectory()).path;
  for (const name of ['package.json', 'package-lock.json', 'generate.js', '.npmrc'])
    await cp(join(import.meta.dirname, name), join(folder, name));
  await writeFile(join(folder, 'openapi.json'), text);
  await run('npm', ['ci', '--ignore-scripts'], { cwd: folder });
  await run(process.execPath, ['generate.js'], { cwd: folder });
}, 600_000);
afterAll(() => scope.clear());

/** What TypeScript finds in a file beside the generated ones. */
async function faultsIn(handler: string): Promise<string> {
  await writeFile(join(folder, 'handler.ts'), handler);
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--target',
    'es2024',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
  ];
  const tsc = join(projectRoot, 'node_modules/.bin/tsc');
  return run(tsc, [...options, 'handler.ts'], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
}

it.each([
  [
    'openapi-typescript',
    `import type { webhooks } from './openapi-typescript';
     type UserCreated = webhooks['user.created']['post']['requestBody']['content']['application/json'];`,
  ],
  ['hey-api', `import type { OnUserCreatedWebhookPayload as UserCreated } from './hey-api';`],
  ['orval', `import type { UserCreatedEvent as UserCreated } from './orval/model/userCreatedEvent';`],
])(
  '%s makes the type of an event, which its handler cannot mistake',
  async (_, imports) => {
    const handler = (type: string, id: string) =>
      `${imports}
     export function handle(event: UserCreated): string {
       const type: ${type} = event.type;
       return type + event.resource.${id} + event.sequence.toFixed() + (event.changed ?? []).join();
     }`;
    expect(await faultsIn(handler("'user.created'", 'id'))).toBe('');
    expect(await faultsIn(handler("'user.updated'", 'id'))).toMatch(/TS2322/);
    expect(await faultsIn(handler("'user.created'", 'userId'))).toMatch(/TS2339|TS2551/);
  },
  180_000,
);

it('quicktype makes classes of Python, which read the examples of the document and nothing else', async () => {
  const { example } = JSON.parse(text).webhooks['user.created'].post.requestBody.content['application/json'];
  const read = async (event: object) => {
    const program = `import json, sys; from events import UserCreatedEvent as Event; event = Event.from_dict(json.loads(sys.argv[1])); print(event.type.value, event.resource.id, event.sequence)`;
    const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1' };
    return (await run('python3', ['-c', program, JSON.stringify(event)], { cwd: folder, env })).stdout;
  };
  expect(await read(example)).toBe(`user.created ${example.resource.id} ${example.sequence}\n`);
  await expect(read({ ...example, type: 'user.renamed' })).rejects.toThrow(/ValueError/);
}, 60_000);

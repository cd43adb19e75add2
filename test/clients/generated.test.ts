import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { generatedFiles } from '../../clients/generate/generated-files.ts';
import { methods } from '../../clients/generate/methods.ts';
import { type Attempt, createClient, LyceumError, operations } from '../../clients/typescript/src/index.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { TestSystem } from '../support/test-system.ts';

test.each([...generatedFiles()])('%s matches the document', async (path, text) => {
  const written = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
  expect(written, 'Run npm run client:generate.').toBe(text);
});

test('no operation is missing', () => {
  expect(
    Object.values(operations)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  ).toEqual(endpoints.map(({ method, path }) => `${method} ${path}`).sort());
});

describe('each method calls its operation', () => {
  let system: TestSystem;
  let credentials: { readonly clientId: string; readonly clientSecret: string };

  beforeAll(async () => {
    system = await TestSystem.start();
    credentials = (await system.newInstitution()).client;
  });
  afterAll(() => system?.stop());

  const all = methods().map((each) => [each.name.join('.'), each] as const);

  it.each(all)('%s', async (_, { name, operationId, verb, path, kind }) => {
    const attempts: Attempt[] = [];
    const hooks = { onAttempt: (attempt: Attempt) => void attempts.push(attempt) };
    const { clientId, clientSecret } = credentials;
    const lyceum: unknown = createClient({ baseUrl: system.url, clientId, clientSecret, hooks });
    const method = name.reduce((within, each) => (within as Record<string, unknown>)[each], lyceum);
    const ids = [...path.matchAll(/\{\w+\}/g)].map(() => 'none');
    if (kind === 'byIds') ids.push('x');
    const called = (method as (...args: unknown[]) => object)(...ids, {}, { ifMatch: '*' });
    const calling =
      Symbol.asyncIterator in called ? (called as AsyncIterable<unknown>)[Symbol.asyncIterator]().next() : called;
    const outcome = await Promise.resolve(calling).catch((error: unknown) => error);
    // An unknown route would return another problem than these.
    if (outcome instanceof LyceumError) expect(outcome).toMatchObject({ status: expect.toBeOneOf([400, 404, 422]) });
    expect(attempts).toMatchObject([{ operationId, method: verb, path, attempt: 1 }]);
    expect(endpoints).toContainEqual(expect.objectContaining({ operationId, method: verb, path }));
  });
});

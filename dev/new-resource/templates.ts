import type { Names } from './names.ts';

/** The files of a resource with a name, by path, for which there is no similar one. */
export function templatesOf({ service, Name, name, kebab, kebabs, snake, words }: Names): Record<string, string> {
  const pb = `proto/gen/lyceum/${service}/v1/${snake}_pb.ts`;
  const test = (verb: string, title: string, cases: string) => `import { describe, expect, it } from 'vitest';
import { TestSystem } from '../../support/test-system.ts';
import { created${Name} } from '../../support/test-${kebabs}.ts';

const { client } = await (await TestSystem.start()).newInstitution();

describe('${verb} /${kebabs}${title}', () => {${cases}
});
`;
  return {
    [`services/${service}/domain/${kebab}.ts`]: `import { changesOf } from '../../../platform/core/changes-of.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { givenFields, patched, type StateOf } from '../../../platform/core/resource.ts';
import { type ${Name}, ${Name}Schema, type Update${Name}Request } from '../../../${pb}';

export type ${Name}State = StateOf<${Name}>;

interface Input {
  readonly revision: string;
  /** Epoch milliseconds. */
  readonly now: number;
}

export function create${Name}(given: ${Name} | undefined, { id, revision, now }: Input & { id: string }): ${Name}State {
  const at = toInstantText(now);
  return { ...givenFields(${Name}Schema, given), id, revision, createdAt: at, updatedAt: at };
}

/** Applies a PATCH; one that changes nothing returns the ${words} itself. */
export function change${Name}(
  ${name}: ${Name}State,
  request: Pick<Update${Name}Request, '${name}' | 'updateMask'>,
  { revision, now }: Input,
): ${Name}State {
  const next = patched(${Name}Schema, ${name}, request.${name}, request.updateMask);
  if (${name}Changes(${name}, next).length === 0) return ${name};
  return { ...next, revision, updatedAt: changedAt(${name}.updatedAt, now) };
}

const ${name}Changes = changesOf(${Name}Schema);
`,
    [`gateway/schema/${kebab}.ts`]: `import type { Static } from 'typebox';
import { type ${Name} as Message, ${Name}Schema } from '../../${pb}';
import { createBody, representation, updateBody, type Words } from './contract.ts';
import { Id, Instant } from './types.ts';

const words = {
  id: Id('The ${words}’s id.'),
  name: { text: 'For display.', example: 'Name' },
  createdAt: Instant('When the ${words} was created.'),
  updatedAt: Instant('The server’s clock when the last change of the ${words} began.'),
  revision: null,
} satisfies Words<Message>;

export const ${Name} = representation('${Name}', ${Name}Schema, words);
export type ${Name}View = Static<typeof ${Name}>;

export const ${Name}Create = createBody('${Name}Create', ${Name}Schema, words);
export const ${Name}Update = updateBody('${Name}Update', ${Name}Schema, words);

export const ${name}Example: ${Name}View = {
  id: '01981c8e-7d3a-7c3f-9a55-3d1c6a2f1301',
  name: 'Name',
  createdAt: '2026-10-01T08:00:00.000Z',
  updatedAt: '2026-10-01T08:00:00.000Z',
};
`,
    [`test/support/test-${kebabs}.ts`]: `import { must } from '../time-tracking/member.ts';
import type { TestClient } from './test-client.ts';

export async function created${Name}(client: TestClient, body: object = {}) {
  const answer = must(201, await client.post('/${kebabs}', { name: 'Name', ...body }));
  const { data } = answer.body;
  return { data, path: \`/${kebabs}/\${data.id}\`, etag: answer.headers.get('etag') ?? '' };
}
`,
    [`test/gateway/${kebabs}/create.test.ts`]: test(
      'POST',
      '',
      `
  it('201: as reads show it', async () => {
    const { data, path } = await created${Name}(client);
    expect(data).toMatchObject({ name: 'Name' });
    expect((await client.get(path)).body.data).toEqual(data);
  });

  it('422: without a name', async () => {
    const answer = await client.post('/${kebabs}', {});
    expect([answer.status, answer.body.errors]).toMatchObject([422, [{ pointer: '/name', code: 'required' }]]);
  });`,
    ),
    [`test/gateway/${kebabs}/update.test.ts`]: test(
      'PATCH',
      '/{id}',
      `
  it('200: with If-Match; 412 with that of another state, 428 without', async () => {
    const { path, etag } = await created${Name}(client);
    const { status, body } = await client.patch(path, { name: 'New' }, { ifMatch: etag });
    expect([status, body.data.name]).toEqual([200, 'New']);
    expect((await client.patch(path, { name: 'Newer' }, { ifMatch: etag })).status).toBe(412);
    expect((await client.patch(path, { name: 'Newer' })).status).toBe(428);
  });`,
    ),
  };
}

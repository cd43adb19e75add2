import { bodyOf, document, WEBHOOK_EVENT } from './document.ts';
import { type Method, type Tree, treeOf } from './methods.ts';
import { queryTypeOf, typescriptLines } from './typescript-methods.ts';
import { commentOf, membersOf, typeOf } from './typescript-types.ts';

/** The generated files of the TypeScript client, by their path below the project. */
export function typescriptFiles(all: readonly Method[]): readonly (readonly [path: string, text: string])[] {
  return [
    ['clients/typescript/src/gen/schemas.ts', HEADER + schemas()],
    ['clients/typescript/src/gen/operations.ts', HEADER + operations(all)],
    ['clients/typescript/src/gen/resources.ts', HEADER + resources(all)],
  ];
}

const HEADER = '// Made by `npm run client:generate` from the OpenAPI document.\n\n';

function schemas(): string {
  const declared = Object.entries(document.components.schemas).map(([name, schema]) => {
    const declaration = schema.allOf ? `type ${name} = ${typeOf(schema)};` : `interface ${name} ${membersOf(schema)}`;
    return [...commentOf(schema, ''), `export ${declaration}\n`].join('\n');
  });
  const events = Object.values(document.webhooks).map(({ post }) => `  | ${typeOf(bodyOf(post) ?? {})}`);
  const union = [...commentOf({ description: WEBHOOK_EVENT }, ''), 'export type WebhookEvent =', ...events];
  return `${[...declared, union.join('\n')].join('\n')};\n`;
}

function operations(all: readonly Method[]): string {
  const operations = new Map(all.map((each) => [each.operationId, each]));
  const lines = [...operations.values()].map(
    ({ operationId, verb, path }) =>
      `  ${operationId}: { operationId: '${operationId}', method: '${verb}', path: '${path}' },`,
  );
  return `import type { Operation } from '../operation.ts';

/** Every operation of the API, by its operationId. */
export const operations = {
${lines.join('\n')}
} as const satisfies Readonly<Record<string, Operation>>;
`;
}

function resources(all: readonly Method[]): string {
  const queries = all.map(queryTypeOf).filter((each) => each !== null);
  const text = `${queries.map((each) => `${each}\n`).join('')}/** A method for each operation. */
export function resourcesOf(requests: Requests) {
  return ${show(treeOf(all), '  ')};
}

export interface Resources extends Readonly<ReturnType<typeof resourcesOf>> {}
`;
  const used = (name: string) => new RegExp(`\\b${name}\\b`).test(text);
  const types = Object.keys(document.components.schemas).filter(used);
  const options = ['CallOptions', 'Conditional', 'Fields', 'Keyed', 'Matching', 'Triable'].filter(used);
  return `import type { ${options.join(', ')} } from '../options.ts';
import type { Requests } from '../requests.ts';
import { operations } from './operations.ts';
import type { ${types.join(', ')} } from './schemas.ts';

${text}`;
}

function show(tree: Tree, indent: string): string {
  const inner = `${indent}  `;
  const lines = [...tree].flatMap(([name, value]) => {
    if (value instanceof Map) return [`${inner}${name}: ${show(value, inner)},`];
    const [comment, head, body] = typescriptLines(value);
    return [`${inner}${comment}`, `${inner}${name}: ${head}`, `${inner}${body}`];
  });
  return ['{', ...lines, `${indent}}`].join('\n');
}

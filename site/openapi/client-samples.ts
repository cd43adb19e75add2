import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { clientMethod, snakeCase } from './client-method.ts';
import { sampleQuery } from './needed-query.ts';
import { pathIds, variableOf, withNamedIds } from './sample-names.ts';

/**
 * A call of the TypeScript client, with its preparation. What only the reader knows is a name in capitals: `'USER_ID'`.
 */
export function typescriptSample(endpoint: Endpoint): string {
  const { ids, query, body, ifMatch } = argumentsOf(endpoint);
  const named = [body, query, ifMatch && { ifMatch }].filter((each) => each !== undefined);
  const args = [...ids, ...named].map((each) => literal(each, TYPESCRIPT));
  const call = `lyceum.${clientMethod(endpoint.path, endpoint.operationId).join('.')}(${args.join(', ')})`;
  return `${TYPESCRIPT_CLIENT}\n${
    endpoint.kind === 'list'
      ? `for await (const item of ${call}) console.log(item);`
      : hasData(endpoint)
        ? `const { data } = await ${call};\nconsole.log(data);`
        : `await ${call};`
  }`;
}

/** The same in Python. */
export function pythonSample(endpoint: Endpoint): string {
  const { ids, query = {}, body, ifMatch } = argumentsOf(endpoint);
  const given = [...ids, ...(body ? [body] : [])].map((each) => literal(each, PYTHON));
  const named = Object.entries({ ...query, ...(ifMatch ? { ifMatch } : {}) }).map(
    ([name, value]) => `${name === 'from' ? 'from_' : snakeCase(name)}=${literal(value, PYTHON)}`,
  );
  const method = clientMethod(endpoint.path, endpoint.operationId).map(snakeCase).join('.');
  const call = `lyceum.${method}(${[...given, ...named].join(', ')})`;
  return `${PYTHON_CLIENT}\n${
    endpoint.kind === 'list'
      ? `for item in ${call}:\n    print(item)`
      : hasData(endpoint)
        ? `print(${call}.data)`
        : call
  }`;
}

const TYPESCRIPT_CLIENT = `import { createClient } from '@lyceum/client';

const { LYCEUM_URL: baseUrl = '', LYCEUM_CLIENT_ID: clientId = '', LYCEUM_CLIENT_SECRET: clientSecret = '' } = process.env;
const lyceum = createClient({ baseUrl, clientId, clientSecret });
`;
const PYTHON_CLIENT = `import os
from lyceum_client import Lyceum

lyceum = Lyceum(
    base_url=os.environ["LYCEUM_URL"],
    client_id=os.environ["LYCEUM_CLIENT_ID"],
    client_secret=os.environ["LYCEUM_CLIENT_SECRET"],
)
`;

function hasData(endpoint: Endpoint): boolean {
  return endpoint.kind !== 'write' || endpoint.data !== null;
}

interface Arguments {
  readonly ids: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly ifMatch?: string;
}

function argumentsOf(endpoint: Endpoint): Arguments {
  const ids = pathIds(endpoint.path);
  if (endpoint.kind === 'write') {
    const { bodyExample, ifMatch } = endpoint;
    const body = bodyExample ? { body: JSON.parse(withNamedIds(JSON.stringify(bodyExample, null, 2))) } : {};
    return { ids, ...body, ...(ifMatch ? { ifMatch: '*' } : {}) };
  }
  const query =
    endpoint.kind === 'document'
      ? Object.fromEntries(
          Object.keys(endpoint.query.properties)
            .slice(0, 1)
            .map((name) => [name, variableOf(name)]),
        )
      : sampleQuery(endpoint);
  return { ids, ...(Object.keys(query).length > 0 ? { query } : {}) };
}

/** How a language writes values. */
interface Notation {
  readonly indent: string;
  string(value: string): string;
  key(name: string): string;
  readonly braces: readonly [open: string, close: string];
  readonly constants: Readonly<Record<string, string>>;
}

const TYPESCRIPT: Notation = {
  indent: '  ',
  string: (value) => `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`,
  key: (name) => name,
  braces: ['{ ', ' }'],
  constants: {},
};
const PYTHON: Notation = {
  indent: '    ',
  string: (value) => JSON.stringify(value),
  key: (name) => JSON.stringify(name),
  braces: ['{', '}'],
  constants: { true: 'True', false: 'False', null: 'None' },
};

/** A value in one line if it is short, otherwise each of its parts in its own. */
function literal(value: unknown, notation: Notation, indent = ''): string {
  if (typeof value === 'string') return notation.string(value);
  if (typeof value !== 'object' || value === null) return notation.constants[`${value}`] ?? `${value}`;
  const isList = Array.isArray(value);
  const inner = indent + notation.indent;
  const parts = Object.entries(value).map(
    ([key, each]) => (isList ? '' : `${notation.key(key)}: `) + literal(each, notation, inner),
  );
  const [open, close] = isList ? ['[', ']'] : notation.braces;
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
}

const LINE_LENGTH = 60;

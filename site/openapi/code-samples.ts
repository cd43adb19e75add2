import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
import { clientMethod } from './client-method.ts';
import { queryText, sampleQuery } from './needed-query.ts';
import { pathIds, variableOf, withNamedIds } from './sample-names.ts';

/**
 * A curl command, ready to copy and run. What only the reader knows is a shell variable: credentials and ids
 * (`$USER_ID`).
 * @param base where the API is
 */
export function curlSample(endpoint: Endpoint, base: string): string {
  const { ifMatch, bodyExample } = endpoint.kind === 'write' ? endpoint : {};
  const lines = [
    `curl "${base}${pathOf(endpoint)}${queryOf(endpoint)}"`,
    ...(endpoint.method === 'GET' ? [] : [`--request ${endpoint.method}`]),
    ...(isPublic(endpoint) ? [] : ['--user "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET"']),
    ...(endpoint.method === 'POST' ? ['--header "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
    ...(ifMatch ? ['--header "If-Match: *"'] : []),
    ...(bodyExample
      ? ['--header "Content-Type: application/json"', `--data @- <<JSON\n${bodyOf(bodyExample)}\nJSON`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** Ids in a path are named after their resource: `/users/$USER_ID`. */
function pathOf({ path }: Endpoint): string {
  const ids = pathIds(path);
  return path.replaceAll(/\{\w+\}/g, () => `$${ids.shift()}`);
}

/** The query parameters that a read requires. */
function queryOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'document') {
    const [name] = Object.keys(endpoint.query.properties);
    return name === undefined ? '' : `?${name}=$${variableOf(name)}`;
  }
  return queryText(sampleQuery(endpoint));
}

/** The shell gets all but the ids unchanged. */
function bodyOf(example: object): string {
  return withNamedIds(JSON.stringify(example, null, 2).replaceAll(/[\\$`]/g, '\\$&'), '$');
}

/**
 * A call of the TypeScript client, with its preparation. What only the reader knows is a name in capitals: `'USER_ID'`.
 */
export function typescriptSample(endpoint: Endpoint): string {
  const { ids, query, body, ifMatch } = argumentsOf(endpoint);
  const named = [body, query, ifMatch && { ifMatch }].filter((each) => each !== undefined);
  const args = [...ids, ...named].map((each) => literal(each));
  const call = `lyceum.${clientMethod(endpoint.path, endpoint.operationId).join('.')}(${args.join(', ')})`;
  return `${CLIENT}\n${
    endpoint.kind === 'list'
      ? `for await (const item of ${call}) console.log(item);`
      : hasData(endpoint)
        ? `const { data } = await ${call};\nconsole.log(data);`
        : `await ${call};`
  }`;
}

const CLIENT = `import { createClient } from '@lyceum/client';

const { LYCEUM_URL: baseUrl = '', LYCEUM_CLIENT_ID: clientId = '', LYCEUM_CLIENT_SECRET: clientSecret = '' } = process.env;
const lyceum = createClient({ baseUrl, clientId, clientSecret });
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

/** A value in one line if it is short, otherwise each of its parts in its own. */
function literal(value: unknown, indent = ''): string {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return `${value}`;
  const isList = Array.isArray(value);
  const inner = `${indent}  `;
  const parts = Object.entries(value).map(([key, each]) => (isList ? '' : `${key}: `) + literal(each, inner));
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts.join(', ')}${close}`;
  if (line.length <= LINE_LENGTH && !line.includes('\n')) return line;
  return `${open.trim()}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close.trim()}`;
}

const LINE_LENGTH = 60;

// biome-ignore lint/suspicious/noExplicitAny: the document is read as JSON.
type Json = any;

/**
 * The document with samples of each operation, which the reference shows as they are.
 * @param document the OpenAPI document of the endpoints
 * @param origin where requests go
 */
export function withCodeSamples(document: Json, endpoints: readonly Endpoint[], origin: string): object {
  const paths = structuredClone(document.paths);
  const base = origin + document.servers[0].url;
  for (const endpoint of endpoints) {
    paths[endpoint.path][endpoint.method.toLowerCase()]['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curlSample(endpoint, base) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(endpoint) },
    ];
  }
  return { ...document, paths };
}

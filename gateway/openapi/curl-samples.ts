import { type Endpoint, isPublic } from '../endpoint/endpoint.ts';
import { neededQuery } from './needed-query.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as JSON.
type Json = any;

/**
 * The document with a curl sample for each operation, which the reference shows as it is, ready to copy and run. What only the reader knows
 * is a shell variable: credentials and ids (`$USER_ID`).
 * @param document the OpenAPI document of the endpoints
 * @param origin where requests go
 */
export function withCurlSamples(document: Json, endpoints: readonly Endpoint[], origin: string): object {
  const paths = structuredClone(document.paths);
  const base = origin + document.servers[0].url;
  for (const endpoint of endpoints) {
    const source = sampleOf(endpoint, base);
    paths[endpoint.path][endpoint.method.toLowerCase()]['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source }];
  }
  return { ...document, paths };
}

function sampleOf(endpoint: Endpoint, base: string): string {
  const { idempotencyKey, ifMatch, bodyExample } = endpoint.kind === 'write' ? endpoint : {};
  const lines = [
    `curl "${base}${pathOf(endpoint)}${queryOf(endpoint)}"`,
    ...(endpoint.method === 'GET' ? [] : [`--request ${endpoint.method}`]),
    ...(isPublic(endpoint) ? [] : ['--user "$LYCEUM_CLIENT_ID:$LYCEUM_CLIENT_SECRET"']),
    ...(idempotencyKey ? ['--header "Idempotency-Key: $(date +%s)-$RANDOM"'] : []),
    ...(ifMatch ? ['--header "If-Match: *"'] : []),
    ...(bodyExample
      ? ['--header "Content-Type: application/json"', `--data @- <<JSON\n${bodyOf(bodyExample)}\nJSON`]
      : []),
  ];
  return lines.join(' \\\n  ');
}

/** Ids in a path are named after their resource: `/users/$USER_ID`. */
function pathOf({ path }: Endpoint): string {
  return path.replaceAll(/([a-z-]+)\/\{(\w+)\}/g, (_, parents: string, name: string) => {
    const id = name === 'id' ? `${parents.replace(/s$/, '')}-id` : name;
    return `${parents}/$${variableOf(id)}`;
  });
}

/** The query parameters that a read requires. */
function queryOf(endpoint: Endpoint): string {
  if (endpoint.kind === 'document') {
    const [name] = Object.keys(endpoint.query.properties);
    return name === undefined ? '' : `?${name}=$${variableOf(name)}`;
  }
  return endpoint.member && endpoint.kind !== 'write' ? '?code=NH-0001' : neededQuery(endpoint);
}

/**
 * Ids in a body are named after their property: `"roomId": "$ROOM_ID"`; `courseIds` are ids of layers. The shell gets the rest unchanged.
 */
function bodyOf(example: object): string {
  const text = JSON.stringify(example, null, 2).replaceAll(/[\\$`]/g, '\\$&');
  return text.replaceAll(/"(\w+Id)(s?)": (?:\[\s*)?"[0-9a-f-]{36}"/g, (found, name: string, s: string) =>
    found.replace(/[0-9a-f-]{36}/, () => `$${variableOf(`${name}${s}` === 'courseIds' ? 'layerId' : name)}`),
  );
}

function variableOf(name: string): string {
  return name
    .replaceAll('-', '_')
    .replaceAll(/[A-Z]/g, (letter) => `_${letter}`)
    .toUpperCase();
}

import { type Endpoint, isPublic } from '../../gateway/endpoint/endpoint.ts';
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

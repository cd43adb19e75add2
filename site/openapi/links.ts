import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';

/**
 * The links of a successful answer, by operationId: the next page of a list, the read of what was created, the changes
 * of what was read.
 */
export function linksOf(endpoint: Endpoint, endpoints: readonly Endpoint[]): Record<string, object> {
  const { kind, method, path, operationId } = endpoint;
  const own = Object.fromEntries(namesIn(path).map((name) => [name, `$request.path.${name}`]));
  if (kind === 'list') {
    return { [operationId]: { operationId, parameters: { ...own, cursor: '$response.body#/pagination/next_cursor' } } };
  }
  if (kind === 'read') {
    const parameters = { ...own, 'If-Match': '$response.header.ETag' };
    return linksTo(
      endpoints.filter((each) => each.path === path && ['PATCH', 'DELETE'].includes(each.method)),
      parameters,
    );
  }
  if (method !== 'POST') return {};
  const read = endpoints.find((each) => each.kind === 'read' && /^\/\{\w+\}$/.test(each.path.replace(path, '')));
  if (!read) return {};
  return linksTo([read], { ...own, [namesIn(read.path).at(-1) ?? '']: '$response.body#/data/id' });
}

function linksTo(targets: readonly Endpoint[], parameters: Readonly<Record<string, string>>): Record<string, object> {
  return Object.fromEntries(targets.map(({ operationId }) => [operationId, { operationId, parameters }]));
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

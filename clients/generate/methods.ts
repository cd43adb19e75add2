import { clientMethod } from '../../site/openapi/client-method.ts';
import { bodyOf, type DocumentedOperation, document, type Parameter, resolve, type Schema } from './document.ts';

/** A method of the clients for an operation, in no language yet. */
export interface Method {
  readonly operationId: string;
  /** `GET`. */
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly isDeprecated: boolean;
  /** The method's path: `['users', 'get']`. */
  readonly name: readonly string[];
  /** The names of the ids in its path. */
  readonly ids: readonly string[];
  /** Without `fields`. */
  readonly query: readonly Parameter[];
  readonly hasFields: boolean;
  readonly body: Schema | null;
  /** Whether it can be tried. */
  readonly hasDryRun: boolean;
  readonly ifMatch: 'required' | 'optional' | 'none';
  /** What it is: `read` takes `If-None-Match`. */
  readonly kind: 'list' | 'changes' | 'byIds' | 'read' | 'write';
  /** Of a successful response, or of an item of a list; null if it has none. */
  readonly data: Schema | null;
}

/**
 * A method for each operation, in the document's order, and after each list with `updatedSince` one for its changes,
 * after each with `ids` one for any number of its records.
 */
export function methods(): Method[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([verb, operation]) => {
      const method = methodOf(path, verb.toUpperCase(), operation);
      const has = (filter: string) => method.query.some(({ name }) => name === filter);
      return [method, ...(has('updatedSince') ? [changesOf(method)] : []), ...(has('ids') ? [byIdsOf(method)] : [])];
    }),
  );
}

function changesOf(list: Method): Method {
  const summary = `${list.summary} that have changed, for a copy`;
  return { ...list, name: list.name.with(-1, 'changes'), kind: 'changes', summary };
}

/** The pages of such a list are the client's affair. */
function byIdsOf(list: Method): Method {
  const summary = `${list.summary} by any number of ids`;
  const query = list.query.filter(({ name }) => !PAGING.has(name));
  return { ...list, name: list.name.with(-1, 'byIds'), kind: 'byIds', summary, query };
}

const PAGING = new Set(['ids', 'limit', 'cursor']);

function methodOf(path: string, verb: string, operation: DocumentedOperation): Method {
  const { operationId, summary, deprecated = false } = operation;
  const parameters = operation.parameters.map(resolve);
  const within = (place: Parameter['in']) => parameters.filter(({ in: location }) => location === place);
  const headers = new Map(within('header').map((each) => [each.name, each]));
  const match = headers.get('If-Match');
  const { data, isList } = dataOf(operation);
  return {
    operationId,
    verb,
    path,
    summary,
    isDeprecated: deprecated,
    name: clientMethod(path, operationId),
    ids: within('path').map(({ name }) => name),
    query: within('query').filter(({ name }) => name !== 'fields'),
    hasFields: within('query').some(({ name }) => name === 'fields'),
    body: bodyOf(operation),
    hasDryRun: operation['x-dry-run'] !== undefined,
    ifMatch: match ? (match.required ? 'required' : 'optional') : 'none',
    kind: isList ? 'list' : headers.has('If-None-Match') ? 'read' : 'write',
    data,
  };
}

function dataOf({ responses }: DocumentedOperation): { readonly data: Schema | null; readonly isList: boolean } {
  const [success] = Object.entries(responses).flatMap(([status, each]) => (status < '300' ? [each] : []));
  const [[mediaType, content] = []] = Object.entries(resolve(success ?? {}).content ?? {});
  if (!content) return { data: null, isList: false };
  if (mediaType !== 'application/json') return { data: content.schema, isList: false };
  const envelopes = content.schema.anyOf ?? [content.schema];
  const [first] = envelopes;
  const data = envelopes.map(({ properties }) => properties?.data ?? {});
  const isList = first?.properties?.pagination !== undefined;
  return { data: isList ? (data[0]?.items ?? {}) : { anyOf: data }, isList };
}

export type Tree = Map<string, Tree | Method>;

/**
 * The methods by resource.
 * @throws Error if two operations would have the same name
 */
export function treeOf(all: readonly Method[]): Tree {
  const tree: Tree = new Map();
  for (const method of all) {
    const node = method.name.slice(0, -1).reduce<Tree>((within, name) => {
      const next = within.get(name) ?? new Map();
      if (!(next instanceof Map)) throw new Error(`${name} is a method and a resource`);
      within.set(name, next);
      return next;
    }, tree);
    const name = method.name.at(-1) ?? '';
    if (node.has(name)) throw new Error(`two operations are called ${method.name.join('.')}`);
    node.set(name, method);
  }
  return tree;
}

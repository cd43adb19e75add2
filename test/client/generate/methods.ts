import { type DocumentedOperation, document, type Parameter, resolve, type Schema } from './document.ts';
import { commentOf, membersOf, typeOf } from './schema-types.ts';

/** A method of the client that stands for an operation. */
export interface Method {
  readonly operationId: string;
  /** `GET`. */
  readonly verb: string;
  readonly path: string;
  readonly isKeyed: boolean;
  /** Where the method stands: `['users', 'get']`. */
  readonly name: readonly string[];
  /** The declaration of its query's type, where it has one of its own. */
  readonly queryType: string | null;
  /** From the comment to the body. */
  readonly lines: readonly string[];
}

/** A method for each operation of the document, in its order. */
export function methods(): Method[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([verb, operation]) => methodOf(path, verb.toUpperCase(), operation)),
  );
}

function methodOf(path: string, verb: string, operation: DocumentedOperation): Method {
  const { operationId, summary } = operation;
  const parameters = operation.parameters.map(resolve);
  const isKeyed = parameters.some(({ name }) => name === 'Idempotency-Key');
  const query = parameters.filter((parameter) => parameter.in === 'query' && parameter.name !== 'fields');
  const queryName = `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;
  const ids = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
  const call = callOf(operation, parameters, { hasQuery: query.length > 0, queryName });
  const declared = [...ids.map((id) => `${id}: string`), ...call.parameters].join(', ');
  const args = [`operations.${operationId}`, `[${ids.join(', ')}]`, ...call.args].join(', ');
  return {
    operationId,
    verb,
    path,
    isKeyed,
    name: nameOf(path, operationId),
    queryType: query.length > 0 ? queryTypeOf(queryName, query) : null,
    lines: [
      ...commentOf({ description: `${summary}: ${verb} ${path}`, deprecated: operation.deprecated ?? false }, ''),
      `${call.generics}(${declared}) =>`,
      `  requests.${call.method}(${args}),`,
    ],
  };
}

interface Call {
  /** Of `Requests`, with its type arguments. */
  readonly method: string;
  readonly generics: string;
  /** Behind the ids. */
  readonly parameters: readonly string[];
  readonly args: readonly string[];
}

function callOf(
  operation: DocumentedOperation,
  parameters: readonly Parameter[],
  { hasQuery, queryName }: { readonly hasQuery: boolean; readonly queryName: string },
): Call {
  const data = dataOf(operation);
  const headers = new Map(
    parameters.filter(({ in: location }) => location === 'header').map((each) => [each.name, each]),
  );
  const fields = parameters.find(({ name }) => name === 'fields');
  const isRequired = parameters.some(({ in: location, required }) => location === 'query' && required);
  const queryType = [...(hasQuery ? [queryName] : []), ...(fields ? ['Fields<F>'] : [])].join(' & ');
  const query = queryType === '' ? [] : [`query: ${queryType}${isRequired ? '' : ' = {}'}`];
  const args = [queryType === '' ? '{}' : 'query', 'options'];
  const narrowed = fields ? narrowedType(data.type) : data.type;
  const F = fields ? [`const F extends ${keysOf(data.type)} = ${keysOf(data.type)}`] : [];
  if (data.isList) {
    return {
      method: `list<${narrowed}>`,
      generics: `<${F.join(', ')}>`,
      parameters: [...query, 'options?: CallOptions'],
      args,
    };
  }
  if (headers.has('If-None-Match')) {
    const generics = [...F, 'E extends string | undefined = undefined'].join(', ');
    return {
      method: `read<${narrowed}, E>`,
      generics: `<${generics}>`,
      parameters: [...query, 'options?: Conditional<E>'],
      args,
    };
  }
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const match = headers.get('If-Match');
  const keyed = headers.has('Idempotency-Key') ? 'Keyed' : 'CallOptions';
  const options = match ? `${keyed} & ${match.required ? 'Matching' : 'Partial<Matching>'}` : keyed;
  return {
    method: `write<${data.type}>`,
    generics: '',
    parameters: [...(body ? [`body: ${typeOf(body)}`] : []), `options${match?.required ? '' : '?'}: ${options}`],
    args: [body ? 'body' : 'undefined', 'options'],
  };
}

/** What a success has as data. */
function dataOf({ responses }: DocumentedOperation): { readonly type: string; readonly isList: boolean } {
  const [success] = Object.entries(responses).flatMap(([status, each]) => (status < '300' ? [each] : []));
  const [[mediaType, content] = []] = Object.entries(resolve(success ?? {}).content ?? {});
  if (!content) return { type: 'undefined', isList: false };
  if (mediaType !== 'application/json') return { type: typeOf(content.schema), isList: false };
  const envelopes = content.schema.anyOf ?? [content.schema];
  const [first] = envelopes;
  const data = envelopes.map(({ properties }) => properties?.data ?? {});
  const isList = first?.properties?.pagination !== undefined;
  return { type: typeOf(isList ? (data[0]?.items ?? {}) : { anyOf: data }), isList };
}

function keysOf(type: string): string {
  return `keyof ${type.replace(' | null', '')}`;
}

function narrowedType(type: string): string {
  const [, name = type, orNull = ''] = /^(\w+)( \| null)?$/.exec(type) ?? [];
  return `Pick<${name}, F>${orNull}`;
}

function queryTypeOf(name: string, parameters: readonly Parameter[]): string {
  const properties = Object.fromEntries(
    parameters.map(({ name: parameter, description, schema }): [string, Schema] => [
      parameter,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = parameters.flatMap(({ name: parameter, required: isRequired }) => (isRequired ? [parameter] : []));
  // A type, not an interface: it is taken for a record of parameters.
  return `export type ${name} = ${membersOf({ properties, required })};\n`;
}

/**
 * The method's place, by the path: its fixed segments are the resources, the operation's first word is the name, `users.get`. What stands behind a
 * resource and is neither list nor create is part of the name: `timeTracking.sessions.start`, `timeTracking.sessions.getActive`.
 */
export function nameOf(path: string, operationId: string): string[] {
  const verb = /^[a-z]+/.exec(operationId)?.[0] ?? operationId;
  const segments = path.split(/[/.]/).slice(1);
  const resources = segments.filter((each) => !each.startsWith('{')).map((each) => RENAMED[each] ?? camelCase(each));
  if (segments.at(-1)?.startsWith('{') || verb === 'list' || verb === 'create') return [...resources, verb];
  const last = resources.pop() ?? '';
  return [...resources, last.startsWith(verb) ? last : `${verb}${last[0]?.toUpperCase()}${last.slice(1)}`];
}

/** Resources that go by another name than their path's. */
const RENAMED: Readonly<Record<string, string>> = { 'continuing-education': 'programs' };

function camelCase(segment: string): string {
  return segment.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

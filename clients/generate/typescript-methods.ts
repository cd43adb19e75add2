import type { Schema } from './document.ts';
import type { Method } from './methods.ts';
import { commentOf, membersOf, typeOf } from './typescript-types.ts';

/** A method in TypeScript, from the comment to the body. */
export function typescriptLines(method: Method): readonly [comment: string, head: string, body: string] {
  const { operationId, verb, path, summary, isDeprecated, ids } = method;
  const call = callOf(method);
  const declared = [...ids.map((id) => `${id}: string`), ...call.parameters].join(', ');
  const args = [`operations.${operationId}`, `[${ids.join(', ')}]`, ...call.args].join(', ');
  const [comment = ''] = commentOf({ description: `${summary}: ${verb} ${path}`, deprecated: isDeprecated }, '');
  return [comment, `${call.generics}(${declared}) =>`, `  requests.${call.method}(${args}),`];
}

interface Call {
  /** Of `Requests`, with its type arguments. */
  readonly method: string;
  readonly generics: string;
  /** After the ids. */
  readonly parameters: readonly string[];
  readonly args: readonly string[];
}

function callOf(method: Method): Call {
  const { hasFields, body, hasDryRun, ifMatch, kind } = method;
  const data = method.data ? typeOf(method.data) : 'undefined';
  if (kind === 'write') {
    const matching = { required: ['Matching'], optional: ['Partial<Matching>'], none: [] }[ifMatch];
    const options = ['Keyed', ...matching, ...(hasDryRun ? ['Triable'] : [])].join(' & ');
    return {
      method: `write<${data}>`,
      generics: '',
      parameters: [
        ...(body ? [`body: ${typeOf(body)}`] : []),
        `options${ifMatch === 'required' ? '' : '?'}: ${options}`,
      ],
      args: [body ? 'body' : 'undefined', 'options'],
    };
  }
  const isRequired = method.query.some(({ required }) => required);
  const listed = kind === 'byIds' ? `Omit<${queryName(method)}, 'ids' | 'limit' | 'cursor'>` : queryName(method);
  const queryType = [...(method.query.length > 0 ? [listed] : []), ...(hasFields ? ['Fields<F>'] : [])];
  const query = queryType.length === 0 ? [] : [`query: ${queryType.join(' & ')}${isRequired ? '' : ' = {}'}`];
  const args = [queryType.length === 0 ? '{}' : 'query', 'options'];
  const narrowed = hasFields ? narrowedType(data) : data;
  const F = hasFields ? [`const F extends ${keysOf(data)} = ${keysOf(data)}`] : [];
  if (kind === 'byIds')
    return {
      method: `byIds<${narrowed}>`,
      generics: `<${F.join(', ')}>`,
      parameters: ['ids: Iterable<string>', ...query, 'options?: CallOptions'],
      args: ['ids', ...args],
    };
  return kind === 'list' || kind === 'changes'
    ? {
        method: `${kind}<${narrowed}>`,
        generics: `<${F.join(', ')}>`,
        parameters: [...query, 'options?: CallOptions'],
        args,
      }
    : {
        method: `read<${narrowed}, E>`,
        generics: `<${[...F, 'E extends string | undefined = undefined'].join(', ')}>`,
        parameters: [...query, 'options?: Conditional<E>'],
        args,
      };
}

function keysOf(type: string): string {
  return `keyof ${type.replace(' | null', '')}`;
}

function narrowedType(type: string): string {
  const [, name = type, orNull = ''] = /^(\w+)( \| null)?$/.exec(type) ?? [];
  return `Pick<${name}, F>${orNull}`;
}

function queryName({ operationId }: Method): string {
  return `${operationId[0]?.toUpperCase()}${operationId.slice(1)}Query`;
}

/** The declaration of a method's query type, if it has its own. */
export function queryTypeOf(method: Method): string | null {
  // The others of a list have the query of the list.
  if (method.query.length === 0 || method.kind === 'changes' || method.kind === 'byIds') return null;
  const properties = Object.fromEntries(
    method.query.map(({ name, description, schema }): [string, Schema] => [
      name,
      description === undefined ? schema : { ...schema, description },
    ]),
  );
  const required = method.query.flatMap(({ name, required: isRequired }) => (isRequired ? [name] : []));
  // A type, not an interface: it is taken for a record of parameters.
  return `export type ${queryName(method)} = ${membersOf({ properties, required })};\n`;
}

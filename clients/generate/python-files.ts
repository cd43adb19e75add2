import { snakeCase } from '../../site/openapi/client-method.ts';
import { document, type Parameter, WEBHOOK_EVENT } from './document.ts';
import { type Method, type Tree, treeOf } from './methods.ts';
import { docstring, PythonTypes } from './python-types.ts';

/** The generated files of the Python client, by their path below the project. */
export function pythonFiles(all: readonly Method[]): readonly (readonly [path: string, text: string])[] {
  const types = new PythonTypes();
  const sent = sentAlone();
  const { schemas } = document.components;
  // Of events of one type, only the type differs.
  for (const [name, schema] of Object.entries(schemas))
    if (!schema.allOf) types.declareComponent(name, schema, sent.has(name));
  const { Event = {} } = schemas;
  const type = { ...Event.properties?.type, enum: Object.keys(document.webhooks) };
  types.declare('WebhookEvent', { ...Event, description: WEBHOOK_EVENT, properties: { ...Event.properties, type } });
  return [
    ['clients/python/lyceum_client/gen/models.py', MODELS + types.declarations],
    ['clients/python/lyceum_client/gen/resources.py', RESOURCES + classesOf('Resources', [], treeOf(all)).join('\n\n')],
  ];
}

const HEADER = `"""Made by \`npm run client:generate\` from the OpenAPI document."""

from __future__ import annotations

`;
const MODELS = `${HEADER}from typing import TYPE_CHECKING, Any, Dict, List, Literal, TypedDict

if TYPE_CHECKING:
    from datetime import datetime

    from typing_extensions import NotRequired


`;
const RESOURCES = `${HEADER}from typing import TYPE_CHECKING, Iterable, Iterator, List as ListOf, Literal, Optional, Sequence, Union, overload

from ..answers import Answer, Changes, List, NotModified
from ..requests import CallOptions, Requests
from ..sender import Operation

if TYPE_CHECKING:
    from datetime import date, datetime

    from typing_extensions import Unpack

    from . import models


`;

/** The class of a resource, after the classes of those within it. */
function classesOf(name: string, path: readonly string[], tree: Tree): string[] {
  const inner = [...tree].flatMap(([key, value]) =>
    value instanceof Map ? classesOf(classNameOf([...path, key]), [...path, key], value) : [],
  );
  const members = [...tree].flatMap(([key, value]) =>
    value instanceof Map ? [`        self.${snakeCase(key)} = ${classNameOf([...path, key])}(requests)`] : [],
  );
  const methods = [...tree].flatMap(([key, value]) => (value instanceof Map ? [] : [methodOf(snakeCase(key), value)]));
  const head = [
    `class ${name}:`,
    '    def __init__(self, requests: Requests) -> None:',
    '        self._requests = requests',
    ...members,
  ];
  return [...inner, [head.join('\n'), ...methods].join('\n\n').concat('\n')];
}

function classNameOf(path: readonly string[]): string {
  return `${path.map((each) => `${each[0]?.toUpperCase()}${each.slice(1)}`).join('')}Resource`;
}

function methodOf(name: string, method: Method): string {
  const { operationId, verb, path, summary, isDeprecated, ids, query, hasFields, body, hasDryRun, kind } = method;
  const text = docstring({ description: `${summary}: ${verb} ${path}`, deprecated: isDeprecated }, '        ');
  const parameters = [
    'self',
    ...ids.map((id) => `${snakeCase(id)}: str`),
    ...(body ? [`body: ${typeOf(body)}`] : []),
    ...(kind === 'byIds' ? ['ids: Iterable[str]'] : []),
    // By position only: a request has an option `request_id`, too.
    ...(ids.length > 0 || body || kind === 'byIds' ? ['/'] : []),
    ...named(method),
    '**options: Unpack[CallOptions]',
  ];
  const operation = `Operation("${operationId}", "${verb}", "${path}")`;
  const given = [...query.map(({ name: each }) => each), ...(hasFields ? ['fields'] : [])];
  const entries = given.map((each) => `"${each}": ${argumentOf(each)}`);
  const args = [
    operation,
    `(${ids.map((id) => `${snakeCase(id)},`).join(' ')})`,
    ...(kind === 'byIds' ? ['ids'] : []),
    kind === 'write' ? (body ? 'body' : 'None') : `{${entries.join(', ')}}`,
    ...(kind === 'read' || kind === 'write' ? [`{${headersOf(method).join(', ')}}`] : []),
    'options',
    ...(hasDryRun ? ['dry_run'] : []),
  ];
  const data = method.data ? typeOf(method.data) : 'None';
  const define = (own: readonly string[], type: string) => `    def ${name}(${own.join(', ')}) -> ${type}:`;
  const lines = [...text, `        return self._requests.${snakeCase(kind)}(${args.join(', ')})`];
  if (kind !== 'read') return [define(parameters, `${RETURNED[kind]}[${data}]`), ...lines].join('\n');
  const conditional = (type: string) => [...parameters.slice(0, -1), type, ...parameters.slice(-1)];
  const either = `Union[Answer[${data}], NotModified]`;
  return [
    '    @overload',
    `${define(conditional('if_none_match: None = None'), `Answer[${data}]`)} ...`,
    '    @overload',
    `${define(conditional('if_none_match: str'), either)} ...`,
    define(conditional('if_none_match: Optional[str] = None'), either),
    ...lines,
  ].join('\n');
}

const RETURNED = { list: 'List', changes: 'Changes', byIds: 'Iterator', write: 'Answer' };

/** The headers of a request that are arguments, each under its argument's name. */
function headersOf({ kind, ifMatch }: Method): string[] {
  const names = [
    ...(kind === 'read' ? ['if_none_match'] : []),
    ...(ifMatch === 'none' ? [] : ['if_match']),
    ...(kind === 'write' ? ['idempotency_key'] : []),
  ];
  return names.map((name) => `"${name}": ${name}`);
}

/** The components that requests send and no response has: their instants may be datetimes. */
function sentAlone(): ReadonlySet<string> {
  const operations = Object.values(document.paths).flatMap((each) => Object.values(each));
  const sent = componentsIn(operations.map(({ requestBody }) => requestBody));
  const received = componentsIn(operations.map(({ responses }) => responses));
  return sent.difference(received);
}

/** The names of the components that a part of the document refers to, also by way of others. */
function componentsIn(part: unknown, found: Set<string> = new Set()): Set<string> {
  const references = JSON.stringify(part).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g);
  const added = [...references].filter(([, , name = '']) => !found.has(name));
  for (const [, kind = '', name = ''] of added) {
    found.add(name);
    componentsIn(
      (document.components as Readonly<Record<string, Readonly<Record<string, unknown>>>>)[kind]?.[name],
      found,
    );
  }
  return found;
}

/** The arguments that are given by name, and the star before them; options follow. */
function named({ query, hasFields, hasDryRun, ifMatch, kind }: Method): string[] {
  const all = [
    ...query.map((each) => {
      const type = queryTypeOf(each);
      return `${argumentOf(each.name)}: ${each.required ? type : `Optional[${type}] = None`}`;
    }),
    ...(hasFields ? ['fields: Optional[Sequence[str]] = None'] : []),
    ...(ifMatch === 'required' ? ['if_match: str'] : []),
    ...(ifMatch === 'optional' ? ['if_match: Optional[str] = None'] : []),
    ...(kind === 'write' ? ['idempotency_key: Optional[str] = None'] : []),
    ...(hasDryRun ? ['dry_run: bool = False'] : []),
  ];
  return all.length === 0 && kind !== 'read' ? [] : ['*', ...all];
}

/** \`from\` is a word of the language. */
function argumentOf(name: string): string {
  return name === 'from' ? 'from_' : snakeCase(name);
}

function queryTypeOf({ schema }: Parameter): string {
  if (schema.enum?.join() === 'true,false') return 'bool';
  if (schema.type === 'array') return `Sequence[${typeOf(schema.items ?? {})}]`;
  const type = { 'date-time': 'datetime', date: 'date' }[schema.format ?? ''];
  return type === undefined ? typeOf(schema) : `Union[str, ${type}]`;
}

/** Components are qualified: a class of a resource may have the name of one. */
function typeOf(schema: Parameter['schema']): string {
  const type = new PythonTypes()
    .typeOf(schema, 'none')
    .replaceAll(/\b(?!Any\b|List\b|Literal\b|None\b)[A-Z]\w+\b(?!")/g, 'models.$&');
  return type.replaceAll('List[', 'ListOf[');
}

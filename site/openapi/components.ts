import { isDeepStrictEqual } from 'node:util';
import type { TSchema } from 'typebox';

type Json = Record<string, unknown>;

/** The kinds of components that the document uses. */
type Kind = 'schemas' | 'responses' | 'headers' | 'parameters';

/** Collects what several operations share, so that the document states each thing once. */
export class Components {
  readonly #kinds: Record<Kind, Map<string, unknown>> = {
    schemas: new Map(),
    responses: new Map(),
    headers: new Map(),
    parameters: new Map(),
  };

  /**
   * A schema as the document shows it: titled schemas become references, at every depth, so that a title names one
   * schema. The schema itself is not changed: validator and serialiser do not support references.
   * @throws Error when two different schemas have the same title.
   */
  schema(schema: TSchema): unknown {
    return this.#shown(JSON.parse(JSON.stringify(schema)) as Json);
  }

  /**
   * Returns a reference to a component, and adds it when it is new.
   * @throws Error when a different one has the name.
   */
  share(kind: Kind, name: string, component: unknown): { $ref: string } {
    const known = this.#kinds[kind].get(name);
    if (known !== undefined && !isDeepStrictEqual(known, component)) {
      throw new Error(`Two different ${kind} are called ${name}: give one another name.`);
    }
    this.#kinds[kind].set(name, component);
    return { $ref: `#/components/${kind}/${name}` };
  }

  /** All components, by name. */
  toJSON(): Record<Kind, Json> {
    const sorted = (kind: Kind) =>
      Object.fromEntries([...this.#kinds[kind]].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    return {
      schemas: sorted('schemas'),
      responses: sorted('responses'),
      headers: sorted('headers'),
      parameters: sorted('parameters'),
    };
  }

  #shown(schema: Json): unknown {
    const { title, type } = schema;
    if (typeof title !== 'string') return this.#nested(schema);
    if (!Array.isArray(type) || !type.includes('null')) return this.share('schemas', title, this.#nested(schema));
    const [only, ...others] = type.filter((each) => each !== 'null');
    const named = this.#shown({ ...schema, type: others.length === 0 ? only : [only, ...others] });
    return { anyOf: [named, { type: 'null' }] };
  }

  /**
   * The keywords of a schema, with those that hold schemas converted; an example or a default is a value, whatever it
   * looks like.
   */
  #nested(schema: Json): Json {
    return Object.fromEntries(
      Object.entries(schema).map(([keyword, value]) => {
        if (SCHEMA_MAPS.has(keyword))
          return [keyword, mapValues(value as Record<string, Json>, (it) => this.#shown(it))];
        if (Array.isArray(value) && SCHEMA_LISTS.has(keyword)) return [keyword, value.map((it) => this.#shown(it))];
        if (isObject(value) && SCHEMAS.has(keyword)) return [keyword, this.#shown(value)];
        return [keyword, value];
      }),
    );
  }
}

/** Keywords of JSON Schema 2020-12 by what they hold. */
const SCHEMA_MAPS = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas']);
const SCHEMA_LISTS = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems']);
const SCHEMAS = new Set(['items', 'additionalProperties', 'contains', 'propertyNames', 'not', 'if', 'then', 'else']);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}

function mapValues(map: Record<string, Json>, show: (value: Json) => unknown): Json {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, show(value)]));
}

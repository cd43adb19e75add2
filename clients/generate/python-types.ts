import type { Schema } from './document.ts';

/** Schemas as Python types; collects the declarations of those within others, which Python must name. */
export class PythonTypes {
  readonly #declarations = new Map<string, string>();
  /** Of an instant, in the component that is being declared. */
  #instant = 'str';

  /** The declared classes, those within others first. */
  get declarations(): string {
    return [...this.#declarations.values()].join('\n\n');
  }

  /** Declares a component. @param isSent whether requests alone have it: its instants may be datetimes */
  declareComponent(name: string, schema: Schema, isSent: boolean): void {
    this.#instant = isSent ? 'str | datetime' : 'str';
    this.declare(name, schema);
  }

  /** Declares a class, and what lies within it. */
  declare(name: string, { properties = {}, required = [], description }: Schema): string {
    const members = Object.entries(properties).map(([key, schema]): Member => {
      const type = this.typeOf(schema, `${name}${key[0]?.toUpperCase()}${key.slice(1)}`);
      return { key, type: required.includes(key) ? type : `NotRequired[${type}]`, schema };
    });
    if (this.#declarations.has(name)) throw new Error(`two schemas are called ${name}`);
    const about = description === undefined ? {} : { description };
    const isClass = members.every(({ key }) => key !== 'from');
    const lines = isClass ? classLines(name, about, members) : callLines(name, about, members);
    this.#declarations.set(name, `${lines.join('\n')}\n`);
    return name;
  }

  /** @param name of the class, if one has to be declared */
  typeOf(schema: Schema, name: string): string {
    if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
    if (schema.anyOf) return unionOf(schema.anyOf.map((each) => this.typeOf(each, name)));
    if (schema.enum) return unionOf(schema.enum.map(literal));
    if ('const' in schema) return literal(schema.const);
    const types = [schema.type ?? []].flat();
    return types.length === 0 ? 'Any' : unionOf(types.map((type) => this.#ofType(type, schema, name)));
  }

  #ofType(type: string, schema: Schema, name: string): string {
    if (type === 'array') return `List[${this.typeOf(schema.items ?? {}, `${name}Item`)}]`;
    if (type === 'string' && schema.format === 'date-time') return this.#instant;
    if (type !== 'object') return SIMPLE[type] ?? fail(schema);
    const properties = Object.entries(schema.properties ?? {});
    if (properties.length === 0) return 'Dict[str, Any]';
    if (properties.every(([key]) => /^[A-Za-z_]\w*$/.test(key))) return this.declare(name, schema);
    return `Dict[str, ${unionOf(properties.map(([, each]) => this.typeOf(each, name)))}]`;
  }
}

/** A property of an object. */
interface Member {
  readonly key: string;
  readonly type: string;
  readonly schema: Schema;
}

function classLines(name: string, about: Schema, members: readonly Member[]): string[] {
  const own = members.flatMap(({ key, type, schema }) => [`    ${key}: ${type}`, ...docstring(schema, '    ')]);
  const lines = [...docstring(about, '    '), ...own];
  return [`class ${name}(TypedDict):`, ...(lines.length === 0 ? ['    pass'] : lines)];
}

/** The same for an object with the property `from`, a word of the language, which no class can have. */
function callLines(name: string, about: Schema, members: readonly Member[]): string[] {
  const own = members.flatMap(({ key, type, schema }) => [
    ...(schema.description === undefined ? [] : [`        # ${schema.description}`]),
    `        ${JSON.stringify(key)}: ${JSON.stringify(type)},`,
  ]);
  return [`${name} = TypedDict(`, `    "${name}",`, '    {', ...own, '    },', ')', ...docstring(about, '')];
}

const SIMPLE: Readonly<Record<string, string>> = {
  string: 'str',
  boolean: 'bool',
  null: 'None',
  integer: 'int',
  number: 'float',
};

function fail(schema: Schema): never {
  throw new Error(`no type is known for ${JSON.stringify(schema)}`);
}

function literal(value: unknown): string {
  return value === null ? 'None' : `Literal[${JSON.stringify(value)}]`;
}

function unionOf(types: readonly string[]): string {
  const literals = types.flatMap((type) => /^Literal\[(.*)\]$/.exec(type)?.[1] ?? []);
  const rest = types.filter((type) => !type.startsWith('Literal['));
  const all = new Set(literals.length > 0 ? [`Literal[${literals.join(', ')}]`, ...rest] : rest);
  return [...all].join(' | ');
}

/** The description and deprecation; empty if there is neither. */
export function docstring({ description, deprecated }: Pick<Schema, 'description' | 'deprecated'>, indent: string) {
  const text = [description, deprecated ? 'Deprecated.' : undefined].filter((each) => each !== undefined).join(' ');
  return text === '' ? [] : [`${indent}"""${text.replaceAll('\\', '\\\\').replaceAll('\n', ' ')}"""`];
}

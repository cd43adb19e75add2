/** What one OpenAPI document has that another has not, as far as clients can see: `GET /users?search`, `User.name`. */
export interface ApiChanges {
  /** New operations, parameters and properties. */
  readonly added: readonly string[];
  /** What a client of the former document may rely on and does not find, or is not allowed any more. */
  readonly broken: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;
type Direction = 'sent' | 'shown';

const VERBS = ['get', 'post', 'patch', 'put', 'delete'];

/** Compares two OpenAPI documents (3.1). */
export function apiChanges(before: Json, after: Json): ApiChanges {
  const comparison = new Comparison(before, after);
  comparison.operations('paths', (path, verb) => `${verb.toUpperCase()} ${path}`);
  comparison.operations('webhooks', (type) => `webhook ${type}`);
  return { added: [...comparison.added].sort(), broken: [...comparison.broken].sort() };
}

class Comparison {
  readonly added = new Set<string>();
  readonly broken = new Set<string>();
  readonly #before: Json;
  readonly #after: Json;
  /** Pairs of components in a direction: they may lead back to themselves. */
  readonly #seen = new Set<string>();

  constructor(before: Json, after: Json) {
    this.#before = before;
    this.#after = after;
  }

  operations(of: 'paths' | 'webhooks', nameOf: (path: string, verb: string) => string): void {
    const [olds, news] = [objectOf(this.#before[of]), objectOf(this.#after[of])];
    for (const path of new Set([...Object.keys(olds), ...Object.keys(news)]))
      for (const verb of VERBS) {
        const [old, current] = [objectOf(olds[path])[verb], objectOf(news[path])[verb]];
        const name = nameOf(path, verb);
        if (old && current) this.#operation(name, objectOf(old), objectOf(current), of === 'webhooks');
        else if (current) this.added.add(name);
        else if (old) this.broken.add(`${name}: removed`);
      }
  }

  /** @param isWebhook whether clients get its request and send its response */
  #operation(name: string, old: Json, current: Json, isWebhook: boolean): void {
    this.#parameters(name, old, current);
    const bodies = [this.#resolved(old.requestBody, 'before'), this.#resolved(current.requestBody, 'after')] as const;
    if (bodies[0] && !bodies[1]) this.broken.add(`${name} body: removed`);
    if (bodies[1]?.required === true && bodies[0]?.required !== true) this.broken.add(`${name} body: required`);
    if (bodies[0] && bodies[1]) this.#contents(`${name} body`, bodies[0], bodies[1], isWebhook ? 'shown' : 'sent');
    const [olds, news] = [objectOf(old.responses), objectOf(current.responses)];
    for (const [status, response] of Object.entries(olds)) {
      const [was, is] = [this.#resolved(response, 'before'), this.#resolved(news[status], 'after')];
      if (!is) this.broken.add(`${name} ${status}: removed`);
      else this.#contents(`${name} ${status}`, was ?? {}, is, isWebhook ? 'sent' : 'shown');
      for (const header of Object.keys(objectOf(was?.headers)))
        if (is && !(header in objectOf(is.headers))) this.broken.add(`${name} ${status} header ${header}: removed`);
    }
  }

  #parameters(name: string, old: Json, current: Json): void {
    const [olds, news] = [this.#byName(old.parameters, 'before'), this.#byName(current.parameters, 'after')];
    for (const [key, parameter] of news) {
      const was = olds.get(key);
      const what = parameter.in === 'query' ? `${name}?${parameter.name}` : `${name} ${parameter.in} ${parameter.name}`;
      if (!was) this.added.add(what);
      if (parameter.required === true && was?.required !== true) this.broken.add(`${what}: required`);
      if (was) this.#schema(what, was.schema, parameter.schema, 'sent');
    }
    for (const key of olds.keys()) if (!news.has(key)) this.broken.add(`${name} ${key}: removed`);
  }

  #contents(name: string, old: Json, current: Json, direction: Direction): void {
    const news = objectOf(current.content);
    for (const [type, content] of Object.entries(objectOf(old.content)))
      if (type in news) this.#schema(name, objectOf(content).schema, objectOf(news[type]).schema, direction);
      else this.broken.add(`${name} ${type}: removed`);
  }

  #schema(place: string, oldSchema: unknown, newSchema: unknown, direction: Direction): void {
    const refs = [objectOf(oldSchema).$ref, objectOf(newSchema).$ref];
    const component = refs[1] === undefined ? undefined : String(refs[1]).split('/').at(-1);
    if (component !== undefined) {
      const key = `${refs.join()} ${direction}`;
      if (this.#seen.has(key)) return;
      this.#seen.add(key);
    }
    const name = component ?? place;
    const [old, current] = [this.#resolved(oldSchema, 'before') ?? {}, this.#resolved(newSchema, 'after') ?? {}];
    const isNarrower = (was: readonly unknown[] | null, is: readonly unknown[] | null) =>
      is !== null && (was === null || was.some((each) => !is.includes(each)));
    const [types, values] = [[old, current].map(typesOf), [old, current].map(valuesOf)] as const;
    const [wasTypes = null, isTypes = null] = direction === 'sent' ? types : types.toReversed();
    if (isNarrower(wasTypes, isTypes)) this.broken.add(`${name}: type`);
    if (direction === 'sent' && isNarrower(values[0] ?? null, values[1] ?? null)) this.broken.add(`${name}: enum`);
    if (direction === 'sent' && BOUNDS.some((bound) => isTighter(bound, old[bound], current[bound])))
      this.broken.add(`${name}: bounds`);
    this.#properties(name, old, current, direction);
    for (const keyword of ['items', 'additionalProperties'])
      if (isObject(old[keyword]) && isObject(current[keyword]))
        this.#schema(`${name}[]`, old[keyword], current[keyword], direction);
    for (const keyword of ['anyOf', 'oneOf'])
      this.#variants(name, listOf(old[keyword]), listOf(current[keyword]), direction);
  }

  #properties(name: string, old: Json, current: Json, direction: Direction): void {
    const [olds, news] = [objectOf(old.properties), objectOf(current.properties)];
    const [wasRequired, isRequired] = [listOf(old.required), listOf(current.required)];
    for (const [property, schema] of Object.entries(olds))
      if (property in news) this.#schema(`${name}.${property}`, schema, news[property], direction);
      else this.broken.add(`${name}.${property}: removed`);
    for (const property of Object.keys(news)) if (!(property in olds)) this.added.add(`${name}.${property}`);
    const [lost, gained] = [
      [wasRequired, isRequired],
      [isRequired, wasRequired],
    ].map(([from = [], to = []]) => from.filter((each) => !to.includes(each)));
    if (direction === 'sent') for (const each of gained ?? []) this.broken.add(`${name}.${each}: required`);
    else for (const each of lost ?? []) if (String(each) in news) this.broken.add(`${name}.${each}: optional`);
  }

  /** Variants are compared in their order: new ones come last. */
  #variants(name: string, olds: readonly unknown[], news: readonly unknown[], direction: Direction): void {
    if (news.length < olds.length && direction === 'sent') this.broken.add(`${name}: variants`);
    for (const [n, each] of olds.entries()) if (n < news.length) this.#schema(`${name}|${n}`, each, news[n], direction);
  }

  #byName(parameters: unknown, side: 'before' | 'after'): Map<string, Json> {
    const all = listOf(parameters).map((each) => this.#resolved(each, side) ?? {});
    return new Map(all.map((each) => [`${each.in} ${each.name}`, each]));
  }

  /** What a value is, or the component to which it refers. */
  #resolved(value: unknown, side: 'before' | 'after'): Json | undefined {
    if (!isObject(value)) return undefined;
    if (typeof value.$ref !== 'string') return value;
    let found: unknown = side === 'before' ? this.#before : this.#after;
    for (const part of value.$ref.slice(2).split('/')) found = objectOf(found)[part];
    return objectOf(found);
  }
}

const BOUNDS = [
  ...['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'],
  ...['pattern', 'format'],
];

function isTighter(bound: string, was: unknown, is: unknown): boolean {
  if (is === undefined || is === was) return false;
  if (was === undefined || typeof is !== 'number') return true;
  return /min/i.test(bound) ? is > Number(was) : is < Number(was);
}

/** The types that a schema allows, null for all; integers are numbers. */
function typesOf({ type, anyOf }: Json): readonly unknown[] | null {
  if (type === undefined && !listOf(anyOf).some((each) => objectOf(each).type === 'null')) return null;
  const types = type === undefined ? ['object', 'null'] : [type].flat();
  return types.includes('number') ? [...types, 'integer'] : types;
}

function valuesOf({ enum: values, const: value }: Json): readonly unknown[] | null {
  return value !== undefined ? [value] : Array.isArray(values) ? values : null;
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function objectOf(value: unknown): Json {
  return isObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

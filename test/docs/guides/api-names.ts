import type { ShownRequest } from './requests.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is untyped JSON.
type Json = any;

/** All names in an OpenAPI document. */
export class ApiNames {
  readonly #document: Json;
  readonly #names: Set<string>;
  readonly #headers = new Set(ALWAYS);

  /** @param others names that are not in the document */
  constructor(document: Json, others: readonly string[]) {
    this.#document = document;
    this.#names = new Set(others);
    this.#collect(document);
  }

  /**
   * Whether there is a property, parameter, value of an enumeration, or something that a description names; a path of
   * names with dots is all of them.
   */
  has(name: string): boolean {
    return this.#names.has(name) || (name.includes('.') && name.split('.').every((each) => this.#names.has(each)));
  }

  hasHeader(name: string): boolean {
    return this.#headers.has(name.toLowerCase());
  }

  faultsOf({ method, path, parameters, headers }: ShownRequest): string[] {
    const operation = this.#operation(method, path);
    if (!operation) return [`there is no ${method} ${path}`];
    const taken = (operation.parameters ?? []).map((each: Json) => this.#resolve(each));
    const takes = (location: string, name: string) =>
      taken.some((each: Json) => each.in === location && each.name.toLowerCase() === name.toLowerCase());
    const foreign = headers.filter((name) => !takes('header', name) && !ALWAYS.includes(name.toLowerCase()));
    return [
      ...parameters.filter((name) => !takes('query', name)).map((name) => `${method} ${path} has no parameter ${name}`),
      ...foreign.map((name) => `${method} ${path} takes no header ${name}`),
    ];
  }

  /** A dry run has the parameters of its operation. */
  #operation(method: string, path: string): Json {
    const tried = path.replace(/^\/dry-run(?=\/)/, '');
    const operation = this.#operationAt(method, tried);
    return tried === path || operation?.['x-dry-run'] ? operation : undefined;
  }

  #operationAt(method: string, path: string): Json {
    const patternOf = (template: string) => template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
    const found = Object.keys(this.#document.paths).filter((each) => new RegExp(`^${patternOf(each)}$`).test(path));
    // The one with the fewest ids: /time-tracking/logs/bulk is not the log "bulk".
    const [template = ''] = found.toSorted((a, b) => a.split('{').length - b.split('{').length);
    return this.#document.paths[template]?.[method.toLowerCase()];
  }

  #resolve(value: Json): Json {
    const segments = typeof value.$ref === 'string' ? value.$ref.split('/').slice(1) : [];
    return segments.length === 0 ? value : segments.reduce((at: Json, name: string) => at[name], this.#document);
  }

  #collect(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    const { properties = {}, headers = {}, description = '', enum: values = [], name, in: location } = value;
    for (const each of Object.keys(properties)) this.#names.add(each);
    for (const each of Object.keys(headers)) this.#headers.add(each.toLowerCase());
    for (const each of [value.const, ...(Array.isArray(values) ? values : [])]) this.#names.add(String(each));
    for (const [, each = ''] of String(description).matchAll(/`([^`]+)`/g)) this.#names.add(each);
    if (location === 'header') this.#headers.add(name.toLowerCase());
    else if (typeof location === 'string') this.#names.add(name);
    for (const nested of Object.values(value)) this.#collect(nested);
  }
}

/** Standard headers of any HTTP request or response. */
const ALWAYS = ['content-type', 'content-length', 'authorization'];

import type { Guide } from './guide.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as JSON.
type Json = any;

/** What a guide names that the OpenAPI document does not have. */
export function findUnknown({ slug, text, blocks }: Guide, document: Json): string[] {
  const known = new Known(document);
  const commands = blocks.filter(({ language }) => language === 'sh');
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [
    ...commands.flatMap(({ text: script }) => requestsOf(script).flatMap((request) => known.faultsOf(request))),
    ...quoted.flatMap((code) => known.faultsOfQuoted(code)),
  ].map((fault) => `${slug}.md: ${fault}`);
}

interface Request {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly headers: readonly string[];
}

/** The requests of `curl` in a script; a variable or a command in an address is one of its parts. */
export function requestsOf(script: string): Request[] {
  const commands = script
    .replaceAll('\\\n', ' ')
    .split(/\bcurl /)
    .slice(1);
  return commands.flatMap((command) => {
    const filled = command.replaceAll(/\$\([^()]*(?:\([^()]*\)[^()]*)*\)/g, 'x');
    const [, path, query = ''] = /\/api\/v4(\/[^"'?\s]*)(?:\?([^"'\s]*))?/.exec(filled) ?? [];
    if (path === undefined) return [];
    const method = / -X (\w+)/.exec(filled)?.[1] ?? (/ -d /.test(filled) ? 'POST' : 'GET');
    const headers = [...filled.matchAll(/ -H ["']([\w-]+):/g)].map(([, name = '']) => name);
    const parameters = query.split('&').flatMap((each) => each.split('=')[0] || []);
    return [{ method, path: path.replaceAll(/\$\w+/g, 'x'), parameters, headers }];
  });
}

/** The names of an OpenAPI document. */
class Known {
  readonly #document: Json;
  readonly #names = new Set<string>();
  readonly #headers = new Set(STANDARD_HEADERS);

  constructor(document: Json) {
    this.#document = document;
    this.#collect(document);
  }

  faultsOf({ method, path, parameters, headers }: Request): string[] {
    if (path === '/openapi.json') return [];
    const operation = this.#operation(method, path);
    if (!operation) return [`there is no ${method} ${path}`];
    const given = (operation.parameters ?? []).map((each: Json) => this.#resolve(each));
    const has = (place: string, name: string) =>
      given.some((each: Json) => each.in === place && each.name.toLowerCase() === name.toLowerCase());
    return [
      ...parameters.filter((name) => !has('query', name)).map((name) => `${method} ${path} has no parameter ${name}`),
      ...headers
        .filter((name) => !has('header', name) && !STANDARD_HEADERS.includes(name.toLowerCase()))
        .map((name) => `${method} ${path} takes no header ${name}`),
    ];
  }

  faultsOfQuoted(code: string): string[] {
    const [, method, path, query = ''] = /^(GET|POST|PATCH|DELETE) (\/[^?\s]*)(?:\?(\S*))?$/.exec(code) ?? [];
    if (method !== undefined && path !== undefined) {
      return this.faultsOf({
        method,
        path,
        parameters: query.split('&').flatMap((each) => each.split('=')[0] || []),
        headers: [],
      });
    }
    if (/^[A-Z][a-z]+(-[A-Z]\w+)+$/.test(code) && !this.#headers.has(code.toLowerCase()))
      return [`there is no header ${code}`];
    if (/^[a-z]+(?:_[a-z]+)+$|^[a-z]+(?:[A-Z][a-z]*)+$|^[a-z]+\.[a-z_]+$/.test(code) && !this.#names.has(code)) {
      return [`nothing is called ${code}`];
    }
    return [];
  }

  #operation(method: string, path: string): Json {
    const matches = (template: string) =>
      new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);
    const found = Object.keys(this.#document.paths).filter(matches);
    // The one that names most of the path itself: /time-tracking/logs/bulk is none of /time-tracking/logs/{id}.
    const [template = ''] = found.toSorted((a, b) => a.split('{').length - b.split('{').length);
    return this.#document.paths[template]?.[method.toLowerCase()];
  }

  #resolve(value: Json): Json {
    if (typeof value.$ref !== 'string') return value;
    return value.$ref
      .split('/')
      .slice(1)
      .reduce((at: Json, name: string) => at[name], this.#document);
  }

  #collect(value: Json): void {
    if (typeof value !== 'object' || value === null) return;
    for (const name of Object.keys(value.properties ?? {})) this.#names.add(name);
    for (const each of [value.const, ...(Array.isArray(value.enum) ? value.enum : [])])
      if (typeof each === 'string') this.#names.add(each);
    if (typeof value.name === 'string' && typeof value.in === 'string') {
      (value.in === 'header' ? this.#headers : this.#names).add(
        value.in === 'header' ? value.name.toLowerCase() : value.name,
      );
    }
    for (const name of Object.keys(value.headers ?? {})) this.#headers.add(name.toLowerCase());
    for (const nested of Object.values(value)) this.#collect(nested);
  }
}

/** Of HTTP itself, and of webhooks and deprecation, which are about no single operation. */
const STANDARD_HEADERS = ['content-type', 'authorization', 'x-request-id'];

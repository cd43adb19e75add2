import type { Variable } from './config.ts';

/** Types of variables. */

type Options = Omit<Variable<unknown>, 'parse'>;

export function text(options: Options): Variable<string> {
  return { allowed: 'text', ...options, parse: (value) => value };
}

/** A text that matches a pattern. */
export function matching(pattern: RegExp, options: Options & { readonly allowed: string }): Variable<string> {
  return {
    ...options,
    parse(value) {
      if (!pattern.test(value)) throw new Error(`must be ${options.allowed}`);
      return value;
    },
  };
}

export function integer(options: Options & { readonly minimum: number; readonly maximum: number }): Variable<number> {
  const { minimum, maximum, ...rest } = options;
  return {
    allowed: maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `${minimum} to ${maximum}`,
    ...rest,
    parse(value) {
      const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
      if (!(number >= minimum && number <= maximum))
        throw new Error(`must be an integer from ${minimum} to ${maximum}`);
      return number;
    },
  };
}

export function port(options: Options): Variable<number> {
  return integer({ ...options, minimum: 0, maximum: 65_535 });
}

export function oneOf<T extends string>(allowed: readonly T[], options: Options): Variable<T> {
  return {
    allowed: allowed.join(', '),
    ...options,
    parse(value) {
      const found = allowed.find((candidate) => candidate === value);
      if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
      return found;
    },
  };
}

/** An absolute URL with one of the schemes; slashes at its end are removed. */
export function url(schemes: readonly string[], options: Options): Variable<string> {
  return { allowed: `URL: ${schemes.map(begin).join(', ')}`, ...options, parse: (value) => parseUrl(value, schemes) };
}

/** Makes a variable optional. */
export function optional<T>(variable: Variable<T>): Variable<T | undefined> {
  return { ...variable, fallback: '', parse: (value) => (value === '' ? undefined : variable.parse(value)) };
}

function parseUrl(value: string, schemes: readonly string[]): string {
  if (!URL.canParse(value) || !schemes.includes(new URL(value).protocol.slice(0, -1))) {
    throw new Error(`must be a URL that begins with ${schemes.map(begin).join(' or ')}`);
  }
  return value.replace(/\/+$/, '');
}

function begin(scheme: string): string {
  return `${scheme}://`;
}

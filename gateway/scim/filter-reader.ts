/** The value that a filter compares with: a JSON value (RFC 7644, 3.4.2.2). */
export type Operand = string | number | boolean | null;

/** An attribute that has a value. */
export interface Equality {
  readonly name: string;
  readonly value: Operand;
}

/** Selects the values of an attribute for which all comparisons hold: `emails[type eq "work"].value`. */
export interface ValuePath {
  readonly name: string;
  readonly all: readonly Equality[];
  /** Behind the brackets: `value`. */
  readonly part?: string | undefined;
}

/** An operand of `and` in a filter. A value path with a part has a value. */
export type Term = Equality | (ValuePath & { readonly value?: Operand });

/**
 * The maximum length of a filter or path, in UTF-16 code units: many times the length of any that a directory sends.
 */
export const MOST_READ = 1_000;

/** A name, an operator or a value; a quotation; a bracket at the end, with the part behind it; another bracket. */
const TOKEN = /\s*([\w$.:%/+-]+|"(?:[^"\\]|\\.)*"|\](?:\.[\w$.:%/+-]+)?|[()[])/gsy;
const NAME = /^[\w$.:%/+-]/;

/**
 * Reads filters and paths with `eq`, `and`, parentheses and brackets. It divides the text into tokens until one cannot
 * be read, and takes one after the other, so that the work is linear in the text, whatever the text is.
 */
export class FilterReader {
  readonly #text: string;
  readonly #tokens: readonly RegExpExecArray[];
  #next = 0;

  constructor(text: string) {
    this.#text = text.trim();
    this.#tokens = [...this.#text.matchAll(TOKEN)];
  }

  /** The text from where it has stopped, if it could not read on. */
  get rest(): string {
    const last = this.#tokens[this.#next - 1];
    return this.#text.slice(last && last.index + last[0].length).trimStart();
  }

  /** The whole text as a filter, or null. */
  filter(): Term[] | null {
    const terms = this.#joined(() => this.#term());
    return this.rest === '' ? terms : null;
  }

  /** The whole text as a path with brackets, or null. */
  valuePath(): ValuePath | null {
    const name = this.#take(NAME);
    const path = name !== undefined && this.#take('[') ? this.#values(name) : null;
    return this.rest === '' ? path : null;
  }

  /** Comparisons joined by `and`, each within as many parentheses as are closed. */
  #joined<T extends Term>(read: () => T | null): T[] | null {
    const terms: T[] = [];
    let open = 0;
    do {
      while (this.#take('(')) open++;
      const term = read();
      if (term === null) return null;
      terms.push(term);
      while (open > 0 && this.#take(')')) open--;
    } while (this.#take(/^and$/i));
    return open === 0 ? terms : null;
  }

  #term(): Term | null {
    const name = this.#take(NAME);
    if (name === undefined) return null;
    if (!this.#take('[')) return this.#compared({ name });
    const path = this.#values(name);
    return path?.part === undefined ? path : this.#compared(path);
  }

  #values(name: string): ValuePath | null {
    const all = this.#joined(() => this.#compared({ name: this.#take(NAME) ?? '' }));
    const end = all && this.#take(/^\]/);
    return end ? { name, all, part: end.length > 1 ? end.slice(2) : undefined } : null;
  }

  /** With the value behind `eq`; null if there is something else. */
  #compared<T extends { readonly name: string }>(what: T): (T & { readonly value: Operand }) | null {
    if (what.name === '' || !this.#take(/^eq$/i)) return null;
    try {
      const value = JSON.parse(this.#tokens[this.#next]?.[1] ?? '') as Operand;
      this.#next++;
      return { ...what, value };
    } catch {
      return null;
    }
  }

  /** The next token, if it is the one that is wanted. */
  #take(wanted: string | RegExp): string | undefined {
    const token = this.#tokens[this.#next]?.[1];
    if (token === undefined || !(typeof wanted === 'string' ? token === wanted : wanted.test(token))) return undefined;
    this.#next++;
    return token;
  }
}

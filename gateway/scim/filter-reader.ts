/** What a filter compares with: a JSON value (RFC 7644, 3.4.2.2). */
export type Operand = string | number | boolean | null;

/** An attribute that has a value. */
export interface Equality {
  readonly name: string;
  readonly value: Operand;
}

/** Those of an attribute's values for which all comparisons hold: `emails[type eq "work"].value`. */
export interface ValuePath {
  readonly name: string;
  readonly all: readonly Equality[];
  /** Behind the brackets: `value`. */
  readonly part?: string | undefined;
}

/** What a filter joins by `and`. A value path with a part has a value. */
export type Term = Equality | (ValuePath & { readonly value?: Operand });

/** As long as a filter or path may be, in UTF-16 code units: many times what any directory sends. */
export const MOST_READ = 1_000;

/**
 * Reads filters and paths with `eq`, `and`, parentheses and brackets. Its one position only moves on, so that the work
 * is linear in the text, whatever the text is.
 */
export class FilterReader {
  readonly #text: string;
  #at = 0;
  #last = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The text from what it has looked at last: where it has stopped, if it could not read on. */
  get rest(): string {
    return this.#text.slice(this.#last);
  }

  /** The whole text as a filter, or null. */
  filter(): Term[] | null {
    const terms = this.#joined(() => this.#term());
    return terms && this.#isAtEnd() ? terms : null;
  }

  /** The whole text as a path with brackets, or null. */
  valuePath(): ValuePath | null {
    const name = this.#word();
    const path = name !== '' && this.#take('[') ? this.#values(name) : null;
    return path && this.#isAtEnd() ? path : null;
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
    } while (this.#takeWord('and'));
    return open === 0 ? terms : null;
  }

  #term(): Term | null {
    const name = this.#word();
    if (name === '') return null;
    const path = this.#take('[') ? this.#values(name) : undefined;
    if (path === null || (path && path.part === undefined)) return path;
    const value = this.#operand();
    return value === undefined ? null : { ...(path ?? { name }), value };
  }

  #equality(): Equality | null {
    const name = this.#word();
    const value = name === '' ? undefined : this.#operand();
    return value === undefined ? null : { name, value };
  }

  #values(name: string): ValuePath | null {
    const all = this.#joined(() => this.#equality());
    if (!all || !this.#take(']')) return null;
    if (this.#text[this.#at] !== '.') return { name, all };
    this.#at++;
    return { name, all, part: this.#word() };
  }

  /** `eq` and a value; undefined if there is something else. */
  #operand(): Operand | undefined {
    if (!this.#takeWord('eq')) return undefined;
    this.#skipSpace();
    const literal = this.#text[this.#at] === '"' ? this.#quotation() : this.#word();
    try {
      return JSON.parse(literal) as Operand;
    } catch {
      return undefined;
    }
  }

  #quotation(): string {
    const start = this.#at++;
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#at += this.#text[this.#at] === '\\' ? 2 : 1;
    this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** A name, an operator or a value without quotation marks; empty if there is none. */
  #word(): string {
    this.#skipSpace();
    const start = this.#at;
    while (this.#at < this.#text.length && IN_WORD.test(this.#text[this.#at] ?? '')) this.#at++;
    return this.#text.slice(start, this.#at);
  }

  /** @param word in lower case */
  #takeWord(word: string): boolean {
    this.#skipSpace();
    const end = this.#at + word.length;
    const isThere = this.#text.slice(this.#at, end).toLowerCase() === word && !IN_WORD.test(this.#text[end] ?? '');
    if (isThere) this.#at = end;
    return isThere;
  }

  #take(sign: string): boolean {
    this.#skipSpace();
    const isThere = this.#text[this.#at] === sign;
    if (isThere) this.#at++;
    return isThere;
  }

  #isAtEnd(): boolean {
    this.#skipSpace();
    return this.#at === this.#text.length;
  }

  #skipSpace(): void {
    while (/\s/.test(this.#text[this.#at] ?? '')) this.#at++;
    this.#last = this.#at;
  }
}

const IN_WORD = /[\w$.:%/+-]/;

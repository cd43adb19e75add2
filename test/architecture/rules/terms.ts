import type { SourceFile } from '../project/source-file.ts';
import { type Violation, violation } from '../project/violations.ts';
import type { ReplacedTerm } from './replaced-terms.ts';

/** A word of prose, or a part of a name: `retryAfter_ms` has the words `retry`, `after` and `ms`. */
const WORD = /[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g;
/** Between the words of a phrase: spaces, the separators of a name, or the margin of a comment. */
const GAP = /^[\s*/_-]*$/;

interface Use {
  readonly offset: number;
  readonly what: string;
}

/** Finds replaced terms in the path, the names, the comments and the texts of files. */
export class TermFinder {
  readonly #all: Phrases;
  readonly #everywhere: Phrases;
  readonly #inNames: Phrases;

  constructor(terms: readonly ReplacedTerm[]) {
    this.#all = new Phrases(terms);
    this.#everywhere = new Phrases(terms.filter((term) => term.in !== 'names'));
    this.#inNames = new Phrases(terms.filter((term) => term.in === 'names'));
  }

  in(file: SourceFile): Violation[] {
    return [
      ...this.#all.usesIn(file.path).map(({ what }) => ({ location: file.path, what })),
      ...this.#everywhere.usesIn(file.text).map(({ offset, what }) => violation(file, offset, what)),
      ...[...namesIn(file)].flatMap(([offset, name]) =>
        this.#inNames.usesIn(name).map(({ what }) => violation(file, offset, what)),
      ),
    ];
  }
}

class Phrases {
  /** By the first word. */
  readonly #phrases = new Map<string, (readonly [phrase: readonly string[], term: ReplacedTerm])[]>();

  constructor(terms: readonly ReplacedTerm[]) {
    for (const term of terms) {
      for (const phrase of term.words.map((text) => text.split(' '))) {
        const [first = ''] = phrase;
        this.#phrases.set(first, [...(this.#phrases.get(first) ?? []), [phrase, term]]);
      }
    }
  }

  usesIn(text: string): Use[] {
    const words = [...text.matchAll(WORD)];
    return words.flatMap((word, at) =>
      (this.#phrases.get(word[0].toLowerCase()) ?? [])
        .filter(([phrase]) => isPhraseAt(text, words, at, phrase))
        .filter(([, { stays }]) => stays === undefined || !isWithin(text, word.index, stays))
        .map(([phrase, { use }]) => ({ offset: word.index, what: `"${phrase.join(' ')}": use ${use}` })),
    );
  }
}

function isPhraseAt(text: string, words: readonly RegExpExecArray[], at: number, phrase: readonly string[]): boolean {
  return phrase.every((expected, index) => {
    const word = words[at + index];
    if (word?.[0].toLowerCase() !== expected) return false;
    const before = words[at + index - 1];
    return index === 0 || !before || GAP.test(text.slice(before.index + before[0].length, word.index));
  });
}

function isWithin(text: string, offset: number, stays: RegExp): boolean {
  return [...text.matchAll(stays)].some(({ index, 0: { length } }) => index <= offset && offset < index + length);
}

/** The names in a TypeScript file, by offset. */
function namesIn(file: SourceFile): Map<number, string> {
  if (!file.path.endsWith('.ts')) return new Map();
  const nodes = file.nodesOf('Identifier', 'PrivateIdentifier');
  return new Map(nodes.map(({ start, name }) => [start, name as string]));
}

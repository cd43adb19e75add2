import { AsyncLocalStorage } from 'node:async_hooks';
import type { Messages } from '../../languages/en/console/index.ts';

/** A language of the console: its messages, and how it writes numbers, lists and spans of time. */
export class Language {
  /** BCP 47, as `lang` has it. */
  readonly tag: string;
  readonly messages: Messages;
  readonly numbers: Intl.NumberFormat;
  readonly relative: Intl.RelativeTimeFormat;
  /** “A, B and C”, “A, B or C”. */
  readonly lists: Readonly<Record<'and' | 'or', Intl.ListFormat>>;

  private constructor(tag: string, messages: Messages) {
    this.tag = tag;
    this.messages = messages;
    this.numbers = new Intl.NumberFormat(tag);
    this.relative = new Intl.RelativeTimeFormat(tag);
    this.lists = {
      and: new Intl.ListFormat(tag, { type: 'conjunction' }),
      or: new Intl.ListFormat(tag, { type: 'disjunction' }),
    };
  }

  /** Reads languages from their folders, by their tags. */
  static async read(tags: readonly string[]): Promise<ReadonlyMap<string, Language>> {
    const languages = tags.map(async (tag): Promise<[string, Language]> => {
      const { messages } = (await import(`../../languages/${tag}/console/index.ts`)) as { messages: Messages };
      return [tag, new Language(tag, messages)];
    });
    return new Map(await Promise.all(languages));
  }
}

const languages = new AsyncLocalStorage<Language>();

/** Does something for a person who reads a language: every message that it makes is in it. */
export function inLanguage<T>(language: Language, act: () => T): T {
  return languages.run(language, act);
}

/** The language of whoever reads what is being made. */
export function language(): Language {
  const reader = languages.getStore();
  if (!reader) throw new Error('a text was made for nobody: messages are read while a page is made, not before');
  return reader;
}

/** The messages in the language of whoever reads what is being made. */
export const t: Messages = new Proxy({} as Messages, {
  get: (_, part) => language().messages[part as keyof Messages],
});

/**
 * Languages to choose from, by their tags, each by its name for itself.
 * @param chosen stays a choice, also where the console does not speak it (any more); empty if there is none
 */
export function languageOptions(tags: readonly string[], chosen: string): [tag: string, name: string, lang: string][] {
  const all = new Set(chosen === '' ? tags : [...tags, chosen]);
  return [...all].map((tag) => [tag, new Intl.DisplayNames(tag, { type: 'language' }).of(tag) ?? tag, tag]);
}

/** A whole number as the language writes it. */
export function numberText(value: number): string {
  return language().numbers.format(value);
}

/** A number with as many decimals as asked for, as the language writes it. */
export function decimalText(value: number, decimals: number): string {
  return value.toLocaleString(language().tag, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

import { readdirSync } from 'node:fs';

/** The languages that the product speaks, as BCP 47 tags: each is a folder beside this file. */
export const LANGUAGES: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** The first of the choices that the product speaks, else English. @param choices an empty or absent one says nothing */
export function firstSpoken(...choices: (string | undefined)[]): string {
  return choices.find((each) => each !== undefined && LANGUAGES.includes(each)) ?? 'en';
}

/** The locale in which a language writes dates and numbers: English dates are those of Britain. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

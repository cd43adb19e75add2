import { readdirSync } from 'node:fs';

/** The folders of texts beside this file: each is a language, named by its tag (BCP 47). */
export const SPOKEN: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((each) => each.isDirectory())
  .map(({ name }) => name)
  .toSorted();

/** The languages that people can choose: all but the pseudo-language, which shows what was not translated. */
export const LANGUAGES = SPOKEN.filter((name) => !name.endsWith('-XA'));

/** Of whoever has chosen none, and whose institution and browser have not either. */
export const DEFAULT_LANGUAGE = 'en';

/** The first of the choices that the product speaks, else English. @param choices an empty or absent one says nothing */
export function firstSpoken(...choices: (string | undefined)[]): string {
  return choices.find((each) => each !== undefined && SPOKEN.includes(each)) ?? DEFAULT_LANGUAGE;
}

/** The locale in which a language writes dates and numbers: English dates are those of Britain. */
export function localeOf(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}

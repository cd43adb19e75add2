import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The languages of the product, by their tags (BCP 47): each is a folder beside this file. The pseudo-language, which
 * shows what was not translated, is none of them.
 */
export const LANGUAGES: readonly string[] = readdirSync(import.meta.dirname, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !entry.name.endsWith('-XA'))
  .map(({ name }) => name)
  .sort();

/** Whether there are texts in a language: one of {@link LANGUAGES}, or the pseudo-language. */
export function isLanguage(tag: string): boolean {
  return /^[a-z]{2}(-[A-Z]{2})?$/.test(tag) && existsSync(join(import.meta.dirname, tag));
}

/** Of whoever has chosen none, and whose institution and browser have not either. */
export const DEFAULT_LANGUAGE = 'en';

import { inLanguage, Language } from '../language.ts';

const [english] = (await Language.read(['en'])).values();

/** Makes something for a person who reads English. */
export function inEnglish<T>(make: () => T): T {
  if (!english) throw new Error('there is no English');
  return inLanguage(english, make);
}

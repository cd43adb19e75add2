/**
 * Writes a number with the form of its words that the language's rules of plurals ask for.
 * @returns of forms such as `{ one: '# request', other: '# requests' }`: `#` stands for the number
 */
export function countedIn(language: string) {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  return (count: number, forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string }): string =>
    (forms[rules.select(count)] ?? forms.other).replaceAll('#', numbers.format(count));
}

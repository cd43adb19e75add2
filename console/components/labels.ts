import { t } from './language.ts';

/** The label of a field: `userCodeFormat`, `user_code_format`. Of a field that the console does not know, its name. */
export function labelOf(field: string): string {
  const names: Readonly<Record<string, string>> = t.fields.names;
  const word = field.replaceAll('_', '').toLowerCase();
  const short = word.replace(/ids?$/, (id) => (id === 'ids' ? 's' : ''));
  return names[word] ?? names[short] ?? field;
}

/** The labels of several fields, each once. */
export function fieldsOf(names: readonly string[]): string {
  return [...new Set(names.map(labelOf))].join(', ');
}

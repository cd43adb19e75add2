import { t } from './language.ts';

/** The label of a field: `userCodeFormat`, `user_code_format`. Of a field that the console does not know, the words of its name. */
export function labelOf(field: string): string {
  const names: Readonly<Record<string, string>> = t.fields.names;
  const word = field.replaceAll('_', '').toLowerCase();
  const short = word.replace(/ids?$/, (id) => (id === 'ids' ? 's' : ''));
  return names[word] ?? names[short] ?? sentenceCase(field);
}

/** Words of a name in sentence case: `time_record` is “Time record”. */
export function sentenceCase(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_.]+/g, ' ')
    .trim()
    .toLowerCase();
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** The labels of several fields, each once. */
export function fieldsOf(names: readonly string[]): string {
  return [...new Set(names.map(labelOf))].join(', ');
}

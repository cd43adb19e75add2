import { refusals as texts } from '../../languages/en/console/refusals.ts';
import { html } from './html.ts';
import { language, t } from './language.ts';
import { typedText } from './time.ts';

/** What a text has around `{}`, the texts with the most of their own first: those with less might fit, too. */
const PATTERNS = (Object.entries(texts) as [keyof typeof texts, string][])
  .map(([key, text]) => ({ key, parts: inForms(text).split('{}') }))
  .toSorted((one, other) => other.parts.join('').length - one.parts.join('').length);
const EXACT = new Map(PATTERNS.flatMap(({ key, parts }) => (parts.length === 1 ? [[parts[0], key] as const] : [])));
const VARYING = PATTERNS.filter(({ parts }) => parts.length > 1);

/**
 * What a service has refused with, as a sentence for whoever reads it; in English, and marked as such, if the language
 * does not have it.
 */
export function sentenceOf(message: string): string {
  const english = `${message.charAt(0).toUpperCase()}${message.slice(1).replace(/\.?$/, '.')}`;
  if (language().tag === 'en') return english;
  const text = inForms(message.slice(0, MAX_READ));
  const exact = EXACT.get(text);
  if (exact) return t.refusals[exact];
  for (const { key, parts } of VARYING) {
    const values = valuesIn(text, parts);
    if (values) return t.refusals[key].replaceAll('{}', () => values.shift() ?? '');
  }
  return html`<span lang="en">${english}</span>`;
}

/** What stands between the parts of a pattern; undefined if they are not there in this order. */
function valuesIn(text: string, parts: readonly string[]): string[] | undefined {
  const last = parts.at(-1) ?? '';
  const first = parts[0] ?? '';
  if (!text.startsWith(first) || !text.endsWith(last) || text.length < first.length + last.length) return undefined;
  const values: string[] = [];
  let from = first.length;
  for (const part of parts.slice(1)) {
    const to = values.length === parts.length - 2 ? text.length - last.length : text.indexOf(part, from);
    if (to < from) return undefined;
    values.push(asShown(text.slice(from, to)));
    from = to + part.length;
  }
  return values;
}

/** Services write times of day with their dates as forms of no language do. */
function asShown(value: string): string {
  return /^\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?$/.test(value) ? typedText(value.replace(' ', 'T')) : value;
}

/** Services spell these as the API does, and forms of the console as their labels. */
function inForms(message: string): string {
  return message.replaceAll('startTime', 'start').replaceAll('endTime', 'end');
}

/** More than a service writes, but for values that it repeats. */
const MAX_READ = 2_000;

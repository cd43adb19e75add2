import { escapeHtml } from './escape.ts';

/**
 * The part of a text around the first of the given words, as HTML with these words marked; the beginning of the text
 * when it has none of them.
 */
export function excerptOf(text: string, words: readonly string[]): string {
  const pattern = patternOf(words);
  const first = Math.max(0, pattern ? text.search(pattern) : 0);
  const start = first <= BEFORE ? 0 : text.indexOf(' ', first - BEFORE) + 1;
  const whole = text.slice(start);
  const end = whole.length <= LENGTH ? whole.length : whole.lastIndexOf(' ', LENGTH);
  const part = whole.slice(0, end < 1 ? LENGTH : end).toWellFormed();
  return `${start > 0 ? '… ' : ''}${marked(part, pattern)}${end < whole.length ? ' …' : ''}`;
}

/** A text as HTML, with the given words marked. */
export function withMarks(text: string, words: readonly string[]): string {
  return marked(text, patternOf(words));
}

function marked(text: string, pattern: RegExp | undefined): string {
  if (!pattern) return escapeHtml(text);
  return text
    .split(pattern)
    .map((part, index) => (index % 2 === 0 ? escapeHtml(part) : `<mark>${escapeHtml(part)}</mark>`))
    .join('');
}

/** Words contain only letters and digits. */
function patternOf(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const longestFirst = [...words].sort((a, b) => b.length - a.length);
  return new RegExp(`(?<![\\p{L}\\p{N}])(${longestFirst.join('|')})(?![\\p{L}\\p{N}])`, 'iu');
}

/** The most characters of an excerpt before the first word, and in total. */
const BEFORE = 60;
const LENGTH = 220;

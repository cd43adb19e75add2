import type { Token, Tokens } from 'marked';
import { escapeHtml } from '../search/escape.ts';
import type { Words } from '../words.ts';

/**
 * Makes HTML of code. The site's (highlight.ts) is loaded when a page is first asked for, so that nothing waits for it
 * at start.
 */
export type Highlight = (text: string, language: string) => string;

/** A block of code, and whether it is what the one before it prints. */
interface Sample {
  readonly code: Tokens.Code;
  readonly isOutput: boolean;
}

/** Blocks in one language that stand next to each other, with their outputs. */
interface Pane {
  readonly language: string | undefined;
  readonly samples: Sample[];
}

/** The languages in which a guide shows the same thing, of which a reader follows one. */
const CHOICES: Readonly<Record<string, string>> = { sh: 'Shell', ts: 'TypeScript', py: 'Python', python: 'Python' };

/** Labels by language; a language that is not listed has none. */
const LABELS: Readonly<Record<string, string>> = {
  ...CHOICES,
  js: 'JavaScript',
  json: 'JSON',
  http: 'HTTP',
  sql: 'SQL',
  yaml: 'YAML',
  csv: 'CSV',
  powerquery: 'Power Query',
};

/**
 * Replaces blocks of code by figures. Those that stand next to each other and show the same thing in several languages
 * are a choice.
 */
export function withFigures(tokens: readonly Token[], highlight: Highlight, words: Words): Token[] {
  const result: Token[] = [];
  let panes: Pane[] = [];
  const flush = () => {
    if (panes.length > 0) result.push({ type: 'figures', raw: '', html: figuresOf(panes, highlight, words) });
    panes = [];
  };
  for (const token of tokens) {
    if (token.type === 'space' || token.type === 'def') continue;
    if (token.type === 'code') panes = withBlock(panes, token as Tokens.Code);
    else {
      flush();
      result.push(token);
    }
  }
  flush();
  return result;
}

function withBlock(panes: readonly Pane[], code: Tokens.Code): Pane[] {
  const last = panes.at(-1);
  const language = FILE.test(code.text) ? undefined : CHOICES[code.lang ?? ''];
  const isOutput = last?.language !== undefined && language === undefined && !FILE.test(code.text);
  if (last && (isOutput || (language !== undefined && language === last.language))) {
    return [...panes.slice(0, -1), { ...last, samples: [...last.samples, { code, isOutput }] }];
  }
  return [...panes, { language, samples: [{ code, isOutput: false }] }];
}

/** The name of the file as which a reader saves the block. */
const FILE = /^(?:\/\/|#) ([\w-]+\.(?:ts|js|py))\n/;

function figuresOf(panes: readonly Pane[], highlight: Highlight, words: Words): string {
  const languages = panes.map(({ language }) => language);
  const rendered = panes.map(({ samples }) => samples.map((each) => figureOf(each, highlight, words)).join('\n'));
  const isChoice = panes.length > 1 && !languages.includes(undefined) && new Set(languages).size === panes.length;
  if (!isChoice) return rendered.join('\n');
  return `<div class="choice">
${rendered.map((html, index) => `<div data-choice="${languages[index]?.toLowerCase()}">\n${html}\n</div>`).join('\n')}
</div>`;
}

/** A block with its label, a button to copy it, which only the script shows, and what it prints without one. */
export function figureOf({ code: { text, lang = '' }, isOutput }: Sample, highlight: Highlight, words: Words): string {
  const label = isOutput
    ? words.output
    : (FILE.exec(text)?.[1] ?? (lang === 'sh' && CURL.test(text) ? 'curl' : LABELS[lang]));
  const copy = isOutput
    ? ''
    : `<button class="button quiet" type="button" data-copy="${words.copied}" hidden>${words.copy}</button>`;
  const caption = label === undefined ? '' : `<figcaption><span>${escapeHtml(label)}</span>${copy}</figcaption>`;
  const code = highlight(text, HIGHLIGHTED[lang] ?? lang);
  return `<figure class="code${isOutput ? ' output' : ''}">${caption}<pre tabindex="0"><code>${code}</code></pre></figure>`;
}

const CURL = /\bcurl\b/;
const HIGHLIGHTED: Readonly<Record<string, string>> = { sh: 'bash', ts: 'typescript', js: 'typescript', py: 'python' };

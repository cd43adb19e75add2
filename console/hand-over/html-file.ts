import { type Fragment, type Html, html } from '../components/html.ts';
import { language, numberText, t } from '../components/language.ts';
import { type Cell, type Column, isLocalTime, type Row, type Section } from './section.ts';

/** What stands above the sections. */
interface Head {
  readonly title: string;
  readonly about: string;
}

/** All sections as one page that needs nothing else: readable in any browser, without a network. */
export async function* htmlFile({ title, about }: Head, sections: readonly Section[]): AsyncGenerator<string> {
  yield `${html`<!doctype html>
<html lang="${language().tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${about}</p>
<nav aria-label="${t.handOver.sections}"><ul>${sections.map(({ name }) => html`<li><a href="#${name}">${t.handOver.parts[name].title}</a></li>`)}</ul></nav>
`}`;
  for (const section of sections) {
    const { title, about } = t.handOver.parts[section.name];
    yield `${html`<section>
<h2 id="${section.name}">${title}</h2>
${about !== '' && html`<p>${about}</p>`}
`}`;
    yield* section.isOne ? definitions(section) : table(section);
    yield '</section>\n';
  }
  yield '</main>\n</body>\n</html>\n';
}

async function* definitions({ columns, rows }: Section): AsyncGenerator<string> {
  for await (const [row = []] of rows())
    yield `${html`<dl>${columns.map((column, index) => html`<div><dt>${t.handOver.columns[column]}</dt><dd>${shown(row[index], column)}</dd></div>`)}</dl>`}\n`;
}

async function* table({ name, columns, rows }: Section): AsyncGenerator<string> {
  let isEmpty = true;
  for await (const page of rows()) {
    if (page.length === 0) continue;
    // A wide table scrolls by itself, also with the keyboard.
    if (isEmpty)
      yield `${html`<div role="region" aria-labelledby="${name}" tabindex="0"><table>
<thead><tr>${columns.map((column) => html`<th scope="col">${t.handOver.columns[column]}</th>`)}</tr></thead>
<tbody>
`}`;
    isEmpty = false;
    yield page.map((row) => `${rowOf(row, columns)}\n`).join('');
  }
  yield isEmpty ? `${html`<p>${t.handOver.none}</p>`}\n` : '</tbody>\n</table></div>\n';
}

function rowOf(row: Row, columns: readonly Column[]): Html {
  return html`<tr>${columns.map((column, index) => html`<td>${shown(row[index], column)}</td>`)}</tr>`;
}

function shown(cell: Cell, column: Column): Fragment {
  if (cell === undefined) return '';
  if (typeof cell === 'boolean') return cell ? t.handOver.yes : t.handOver.no;
  if (typeof cell === 'number') return numberText(cell);
  if (typeof cell === 'string') return textOf(cell, column);
  if (!isLocalTime(cell)) return cell.join(', ');
  return html`<time datetime="${cell.local}">${t.handOver.instant(cell.local)}</time>`;
}

function textOf(text: string, column: Column): Fragment {
  if (DAYS.has(column)) return t.handOver.day(text);
  const words: Readonly<Partial<Record<Column, Readonly<Record<string, string>>>>> = t.handOver.values;
  const { [text]: word = text } = words[column] ?? {};
  return OF_PROGRAMS.has(column) ? html`<span lang="en">${word}</span>` : word;
}

const DAYS: ReadonlySet<Column> = new Set(['date', 'from', 'to']);
/** What has no words for people. */
const OF_PROGRAMS: ReadonlySet<Column> = new Set(['after', 'before', 'operation', 'userAgent']);

/** In the colours of the console. */
const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --line: #c9cdd6; --text: #15171c; --muted: #565d6d; --accent: #3b4cca; }
@media (prefers-color-scheme: dark) { :root { --bg: #0f1115; --line: #3a414f; --text: #e9ebf0; --muted: #a0a7b5; --accent: #a9b4ff; } }
body { margin: 0; background: var(--bg); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
main { max-width: 90rem; margin: 0 auto; padding: 1.5rem; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
nav ul { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0; list-style: none; }
[role=region] { overflow-x: auto; }
table { border-collapse: collapse; font-size: .875rem; overflow-wrap: normal; }
th, td { padding: .375rem .75rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; }
td { white-space: pre-line; }
th, dt { color: var(--muted); font-weight: 600; white-space: nowrap; }
time { white-space: nowrap; }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: .25rem 0; border-bottom: 1px solid var(--line); }
dt { width: 10rem; }
dd { margin: 0; white-space: pre-line; }
`;

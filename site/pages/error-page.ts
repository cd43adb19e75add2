import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import type { ProblemCode } from '../../gateway/problem/problem.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import type { ManualPage } from '../manuals/manual-pages.ts';
import { highlight } from '../markdown/highlight.ts';
import { inlineHtml } from '../markdown/markdown.ts';
import { problemExamplesOf } from '../openapi/problem-examples.ts';
import { referenceAnchors } from '../openapi/reference-anchors.ts';
import { statusesOf } from '../openapi/statuses.ts';
import { escapeHtml } from '../search/escape.ts';
import { docsBody } from './docs-body.ts';
import { pageOf, withCode } from './page.ts';

/** All codes, in the order of their list. */
export const CODES = Object.entries(problemCodes) as [ProblemCode, (typeof problemCodes)[ProblemCode]][];

/** What the list says of them, as Markdown. */
export const ERRORS_LEAD =
  'Every error is `application/problem+json` with one of these codes. Branch on `code`, never on `detail`. The guide [Errors](/docs/guides/errors) shows how to read a problem.';

/** The page that lists all codes. */
export function listPage(): string {
  return pageOf({
    title: 'Error codes',
    part: '/errors',
    body: `<main class="prose" id="main">
<h1>Error codes</h1>
<p class="lead">${inlineHtml(ERRORS_LEAD)}</p>
<div class="wide" tabindex="0"><table class="stacked">
<thead><tr><th>Code</th><th>Status</th><th>Meaning</th><th>What to do</th></tr></thead>
<tbody>
${CODES.map(
  ([code, { statuses, meaning, remedy }]) =>
    `<tr id="${code}"><th><a href="/errors/${code}"><code>${code}</code></a></th><td>${badges(statuses)}</td><td>${withCode(meaning)}</td><td>${withCode(remedy)}</td></tr>`,
).join('\n')}
</tbody>
</table></div>
</main>`,
  });
}

/**
 * The page of a code, with its section of the guide about errors, whose first two paragraphs are its meaning and its
 * remedy.
 */
export function errorPage(code: ProblemCode, guide: ManualPage): string {
  const { title, statuses, meaning, remedy, guide: heading } = problemCodes[code];
  return pageOf({
    title,
    part: '/errors',
    layout: 'docs',
    body: docsBody({
      menu: {
        name: 'Error codes',
        entries: CODES.map(([each, given]) => ({
          href: `/errors/${each}`,
          title: each,
          note: String(given.statuses[0]),
        })),
      },
      current: `/errors/${code}`,
      sections: [
        { anchor: 'what-to-do', heading: 'What to do' },
        { anchor: 'example', heading: 'Example' },
        { anchor: 'causes', heading: 'What makes it happen' },
      ],
      main: `<h1>${title}</h1>
<p><code>${code}</code> ${badges(statuses)}</p>
<p class="lead">${withCode(meaning)}</p>
<h2 id="what-to-do">What to do</h2>
<p>${withCode(remedy)}</p>
<h2 id="example">Example</h2>
${guide.render(highlight, { anchor: code, without: 2 })}<h2 id="causes">What makes it happen</h2>
${causesTable(code)}
<nav class="next" aria-label="Further"><a href="/docs/guides/${guide.slug}#${code}">Guide: ${guide.title}</a><a href="/docs#${referenceAnchors.heading(heading)}">Reference: ${heading}</a></nav>`,
    }),
  });
}

function badges(statuses: readonly number[]): string {
  return statuses.map((status) => `<span class="badge">${status}</span>`).join(' ');
}

/** What `detail` says, and which operations say it: what most of them say comes first. */
export function causesOf(code: ProblemCode): [detail: string, operations: readonly Endpoint[]][] {
  const operations = new Map<string, Set<Endpoint>>();
  for (const endpoint of endpoints)
    for (const { problem } of problemExamplesOf(endpoint, statusesOf(endpoint)))
      if (problem.code === code) operations.getOrInsertComputed(problem.message, () => new Set()).add(endpoint);
  const rows = [...operations].sort(([, a], [, b]) => b.size - a.size);
  return rows.map(([detail, which]) => [detail, [...which]]);
}

function causesTable(code: ProblemCode): string {
  return `<div class="wide" tabindex="0"><table>
<thead><tr><th><code>detail</code></th><th>Operations</th></tr></thead>
<tbody>
${causesOf(code)
  .map(([detail, which]) => `<tr><td>${withCode(escapeHtml(detail))}</td><td>${namesOf(which, linkOf)}</td></tr>`)
  .join('\n')}
</tbody>
</table></div>`;
}

/** @param link writes one of few with its address */
export function namesOf(
  operations: readonly Endpoint[],
  link: (operation: Endpoint, address: string) => string,
): string {
  if (operations.length === endpoints.length) return 'All operations';
  if (operations.length > MAX_LISTED) return `${operations.length} of the ${endpoints.length} operations`;
  return operations.map((each) => link(each, `/docs#${referenceAnchors.operation(each)}`)).join(', ');
}

function linkOf({ summary }: Endpoint, address: string): string {
  return `<a href="${address}">${summary}</a>`;
}

const MAX_LISTED = 6;

import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import type { ProblemCode } from '../../gateway/problem/problem.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { PUBLIC_URL } from '../../gateway/site/manifest.ts';
import type { ManualPage, ManualPages } from '../manuals/manual-pages.ts';
import { markdownAddress } from '../markdown/as-markdown.ts';
import { plainFile, type SiteFile } from '../site-file.ts';
import { CODES, causesOf, ERRORS_LEAD, namesOf } from './error-page.ts';

/** Every page of text as Markdown, beside the page and made of the same, and the list of them for programs. */
export function markdownFiles(manuals: readonly ManualPages[], errors: ManualPage): SiteFile[] {
  return [
    plainFile('/llms.txt', linksOf(manuals)),
    ...manuals.flatMap(({ manual, guides }) => [
      plainFile(`${manual.path}.md`, `# ${manual.name}\n\n${manual.lead}\n\n${groupsOf(guides).join('\n\n')}\n`),
      ...guides.map((page) => plainFile(`${page.href}.md`, `${page.markdown()}\n`)),
    ]),
    plainFile('/errors.md', errorList()),
    ...CODES.map(([code]) => plainFile(`/errors/${code}.md`, errorMarkdown(code, errors))),
  ];
}

/** `/llms.txt`, with absolute addresses: a gateway puts in its own. */
function linksOf(manuals: readonly ManualPages[]): string {
  const parts = manuals.map(({ manual: { name }, guides }) => `## ${name}\n\n${guides.map(lineOf).join('\n')}`);
  const codes = CODES.map(([code, { meaning }]) => `- [${code}](${PUBLIC_URL}/errors/${code}.md): ${meaning}`);
  return `# Lyceum

> The API of an education institution: users and courses, locations and rooms, appointments, curricula, time tracking. It is at ${PUBLIC_URL}/api/v4; the [OpenAPI document](${PUBLIC_URL}/api/v4/openapi.json) describes every operation.

${parts.join('\n\n')}

## Errors

- [All error codes](${PUBLIC_URL}/errors.md): what each means, and what to do.
${codes.join('\n')}
`;
}

function lineOf({ title, href, line }: ManualPage): string {
  return `- [${title}](${PUBLIC_URL}${markdownAddress(href)}): ${line}`;
}

function groupsOf(pages: readonly ManualPage[]): string[] {
  return [...Map.groupBy(pages, ({ group }) => group)].map(([group, own]) =>
    [`## ${group}`, ...own.map(partOf)].join('\n\n'),
  );
}

function partOf({ title, href, line }: ManualPage): string {
  return `### [${title}](${markdownAddress(href)})\n\n${line}`;
}

function errorList(): string {
  const rows = CODES.map(
    ([code, { statuses, meaning, remedy }]) =>
      `| [\`${code}\`](/errors/${code}.md) | ${statuses.join(' ')} | ${meaning} | ${remedy} |`,
  );
  return `# Error codes

${ERRORS_LEAD.replace('/docs/guides/errors', markdownAddress)}

| Code | Status | Meaning | What to do |
|---|---|---|---|
${rows.join('\n')}
`;
}

function errorMarkdown(code: ProblemCode, guide: ManualPage): string {
  const { title, statuses, meaning, remedy } = problemCodes[code];
  const rows = causesOf(code).map(([detail, which]) => `| ${inCell(detail)} | ${inCell(namesOf(which, linkOf))} |`);
  return `# ${title}

\`${code}\` ${statuses.join(' ')}

${meaning}

## What to do

${remedy}

## Example

${guide.markdown({ anchor: code, without: 2 })}

## What makes it happen

| \`detail\` | Operations |
|---|---|
${rows.join('\n')}
`;
}

function linkOf({ summary }: Endpoint, address: string): string {
  return `[${summary}](${address})`;
}

function inCell(text: string): string {
  return text.replaceAll('|', '\\|');
}

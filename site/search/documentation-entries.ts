import { STATUS_CODES } from 'node:http';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { queryOf } from '../../gateway/endpoint/query-of.ts';
import { tags } from '../../gateway/endpoint/tags.ts';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import type { ManualPages } from '../manuals/manual-pages.ts';
import { readMarkdown } from '../markdown/markdown.ts';
import { DESCRIPTION } from '../openapi/document.ts';
import { problemExamplesOf } from '../openapi/problem-examples.ts';
import { referenceAnchors } from '../openapi/reference-anchors.ts';
import { statusesOf } from '../openapi/statuses.ts';
import type { Entry } from './entry.ts';

/** The search entries of a manual: one for each section of its pages. */
export function manualEntries({ manual: { name }, guides }: ManualPages): Entry[] {
  return guides.flatMap(({ href, title, sections }) =>
    sections.map(({ anchor, heading, depth, text }) => ({
      href: depth === 1 ? href : `${href}#${anchor}`,
      title: heading,
      subtitle: depth === 1 ? name : `${name} › ${title}`,
      text,
    })),
  );
}

/** The search entries of the reference: its introduction, operations and error codes. */
export function referenceEntries(endpoints: readonly Endpoint[]): Entry[] {
  const introduction = readMarkdown(DESCRIPTION, (href) => href).sections;
  return [
    ...introduction.map(({ heading, text }) => ({
      href: `/docs#${referenceAnchors.heading(heading)}`,
      title: heading,
      subtitle: 'Reference',
      text,
    })),
    ...endpoints.map(operationEntry),
    ...Object.entries(problemCodes).map(([code, { title, statuses, meaning, remedy }]) => ({
      href: `/errors/${code}`,
      title,
      subtitle: `Error ${code}, status ${statuses.map((status) => `${status} ${STATUS_CODES[status]}`).join(', ')}`,
      text: `${meaning} ${remedy}`.replaceAll('`', ''),
    })),
  ];
}

function operationEntry(endpoint: Endpoint): Entry {
  const { method, path, tag, summary, description = '' } = endpoint;
  const fields = fieldsOf(endpoint);
  const codes = new Set(problemExamplesOf(endpoint, statusesOf(endpoint)).map(({ problem }) => problem.code));
  return {
    href: `/docs#${referenceAnchors.operation(endpoint)}`,
    title: summary,
    subtitle: `${method} ${path}`,
    text: [
      `${tag}: ${tags[tag].description}`,
      description.replaceAll('`', ''),
      fields.length === 0 ? '' : `Fields: ${fields.join(', ')}.`,
      `Errors: ${[...codes].join(', ')}.`,
    ]
      .filter((part) => part !== '')
      .join(' '),
  };
}

/** The names of an operation's parameters and fields. */
function fieldsOf(endpoint: Endpoint): string[] {
  switch (endpoint.kind) {
    case 'read':
      return namesOf(queryOf(endpoint).properties, endpoint.data.properties);
    case 'list':
      return namesOf(endpoint.filters.properties, endpoint.item.properties);
    case 'document':
      return Object.keys(endpoint.query.properties);
    case 'write':
      return namesOf(endpoint.body?.properties, endpoint.data?.properties);
  }
}

function namesOf(...properties: (object | undefined)[]): string[] {
  return [...new Set(properties.flatMap((each) => Object.keys(each ?? {})))];
}

/** What a search can find: the sections of all manuals, and the reference. */
export function documentationEntries(manuals: readonly ManualPages[]): Entry[] {
  return [...manuals.flatMap(manualEntries), ...referenceEntries(endpoints)];
}

import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { queryOf } from '../../gateway/endpoint/query-of.ts';

/** The required parameters of a read, with the document's examples: `?from=…&to=…`; empty for most operations. */
export function neededQuery(endpoint: Endpoint): string {
  return queryText(neededParameters(endpoint));
}

/** The same, with a member if the read needs one, for samples. */
export function sampleQuery(endpoint: Endpoint): Record<string, string> {
  const member = endpoint.member === 'request' && endpoint.kind !== 'write' ? { code: 'NH-0001' } : {};
  return { ...member, ...neededParameters(endpoint) };
}

/** A query with its question mark, or nothing. */
export function queryText(parameters: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(parameters);
  return text.size === 0 ? '' : `?${text}`;
}

function neededParameters(endpoint: Endpoint): Record<string, string> {
  const { required = [], properties } = queryOf(endpoint);
  const exampleOf = (name: string) => String((properties[name] as { examples?: unknown[] }).examples?.[0]);
  return Object.fromEntries(required.map((name) => [name, exampleOf(name)]));
}

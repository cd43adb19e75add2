import { type TObject, Type } from 'typebox';
import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';

/** The required parameters of a list, with the document's examples: `?from=…&to=…`; empty for most operations. */
export function neededQuery(endpoint: Endpoint): string {
  const { required, properties }: TObject = endpoint.kind === 'list' ? endpoint.filters : Type.Object({});
  const exampleOf = (name: string) => String((properties[name] as { examples?: unknown[] }).examples?.[0]);
  const needed = new URLSearchParams(required?.map((name): [string, string] => [name, exampleOf(name)]));
  return needed.size === 0 ? '' : `?${needed}`;
}

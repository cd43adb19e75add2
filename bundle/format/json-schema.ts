import type { BundleFormat } from './check-bundle.ts';

/**
 * The JSON Schema of a bundle, derived from the schemas that check it. It does not express references and rules between
 * records.
 */
export function bundleJsonSchema({ institution, sections }: BundleFormat): object {
  const lists = sections.map(({ name, schema }) => [name, { type: 'array', items: plain(schema) }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Institution bundle',
    description: 'Input of `lyceum import`.',
    type: 'object',
    required: ['institution'],
    properties: { institution: plain(institution), ...Object.fromEntries(lists) },
    additionalProperties: false,
  };
}

/** A schema without the keywords and the format that JSON Schema does not have. */
function plain(declaration: object): unknown {
  return JSON.parse(JSON.stringify(declaration), (_, node) => {
    if (typeof node?.type !== 'string' && !Array.isArray(node?.type)) return node;
    const { refersTo, within, of, isKept, format, ...schema } = node;
    if (format === 'not-blank') return { ...schema, pattern: '\\S' };
    return format === undefined || format === 'text' ? schema : { ...schema, format };
  });
}

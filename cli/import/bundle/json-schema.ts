import { sections } from './bundle.ts';
import { InstitutionSchema } from './institution.ts';

/** The JSON Schema of a bundle, derived from the schemas that check it. It does not express references and rules between records. */
export function bundleJsonSchema(): object {
  const lists = Object.values(sections).map(({ name, schema }) => [name, { type: 'array', items: plain(schema) }]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Institution bundle',
    description: 'Input of `lyceum import`.',
    type: 'object',
    required: ['institution'],
    properties: { institution: plain(InstitutionSchema), ...Object.fromEntries(lists) },
    additionalProperties: false,
  };
}

/** A schema as plain JSON Schema: our own keywords and formats become descriptions. */
function plain(declaration: object): unknown {
  return JSON.parse(JSON.stringify(declaration), (_, node) => {
    if (node === null || typeof node !== 'object' || Array.isArray(node)) return node;
    const { declares, refersTo, format, ...schema } = node;
    if (typeof declares === 'string')
      return { ...schema, description: `A name of your choice, unique in ${declares}.` };
    if (typeof refersTo === 'string') return { ...schema, description: `The ref of one of ${refersTo}.` };
    if (format === 'text') return schema;
    return format === 'time-zone' ? { ...schema, description: 'The name of an IANA time zone.' } : node;
  });
}

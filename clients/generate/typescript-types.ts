import type { Schema } from './document.ts';

/**
 * A schema as a TypeScript type; components by name.
 * @throws Error for unsupported keywords, because the type would be less precise than the schema.
 */
export function typeOf(schema: Schema, indent = ''): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1);
  if (schema.anyOf) return schema.anyOf.map((each) => typeOf(each, indent)).join(' | ');
  if (schema.allOf) return schema.allOf.map((each) => typeOf(each, indent)).join(' & ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema.const);
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return 'unknown';
  return types.map((type) => ofType(type, schema, indent)).join(' | ');
}

function ofType(type: string, schema: Schema, indent: string): string {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'integer':
    case 'number':
      return 'number';
    case 'array': {
      const item = typeOf(schema.items ?? {}, indent);
      return `readonly ${item.includes(' ') ? `(${item})` : item}[]`;
    }
    case 'object':
      return schema.properties && Object.keys(schema.properties).length > 0
        ? membersOf(schema, indent)
        : 'Readonly<Record<string, unknown>>';
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

/** The properties in braces, each with its description. */
export function membersOf({ properties = {}, required = [] }: Schema, indent = ''): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).flatMap(([name, schema]) => [
    ...commentOf(schema, inner),
    `${inner}readonly ${keyOf(name)}${memberType(typeOf(schema, inner), required.includes(name))};`,
  ]);
  return ['{', ...lines, `${indent}}`].join('\n');
}

/** A comment with the description and deprecation; empty if there is neither. */
export function commentOf({ description, deprecated }: Pick<Schema, 'description' | 'deprecated'>, indent: string) {
  const comment = [description, deprecated ? '@deprecated' : undefined].filter((each) => each !== undefined).join(' ');
  return comment === '' ? [] : [`${indent}/** ${comment.replaceAll('*/', '* /').replaceAll('\n', ' ')} */`];
}

function memberType(type: string, isRequired: boolean): string {
  return isRequired ? `: ${type}` : `?: ${type} | undefined`;
}

function keyOf(name: string): string {
  return /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
}

import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { nameCode } from './compile.ts';
import { KEY_TAG, type PartOf, scalarOf, tagOf, unsupported, valueTagOf, zeroOf } from './scalars.ts';

/** The body of a function that returns the encoder of a type: fields in order of their numbers, as in the library. */
export function writeCode(schema: DescMessage, partOf: PartOf): string {
  const fields = schema.fields.toSorted((a, b) => a.number - b.number);
  return `
    ${fields.map(({ number }) => `let length${number} = 1;`).join(' ')}
    return (message, output) => {
      if (message.$typeName !== '${nameCode(schema.typeName)}' || message.$unknown !== undefined) throw NOT_COMPILED;
      let value;
      ${fields.map((field) => fieldCode(field, partOf)).join('\n      ')}
    };`;
}

function fieldCode(field: DescField, partOf: PartOf): string {
  const valueCode = (tag: number) =>
    field.message
      ? blockCode(field, `parts[${partOf(field.message)}].write(value, output);`, tag)
      : `{ output.tag(${tag}); output.${scalarOf(field)}(value); }`;
  const value = valueCode(tagOf(field));
  const own = `message.${nameCode(field.localName)}`;
  switch (field.fieldKind) {
    case 'list': {
      const each = (code: string) => `for (let i = 0; i < list.length; i++) { value = list[i]; ${code} }`;
      const code = field.packed
        ? `if (list.length != 0) ${blockCode(field, each(`output.${scalarOf(field)}(value);`))}`
        : each(value);
      return `{ const list = ${own}; ${code} }`;
    }
    case 'map': {
      if (field.mapKey !== ScalarType.STRING) return unsupported();
      const entry = `output.tag(${KEY_TAG}); output.string(key); value = map[key]; ${valueCode(valueTagOf(field))}`;
      return `{ const map = ${own}; for (const key of Object.keys(map)) ${blockCode(field, entry)} }`;
    }
    default: {
      if (!field.oneof) return `value = ${own}; if (${isSetCode(field)}) ${value}`;
      const one = `message.${nameCode(field.oneof.localName)}`;
      return `if (${one}.case === '${field.localName}') { value = ${one}.value; ${value} }`;
    }
  }
}

/** A length-delimited value; its length mostly takes as many bytes as the length of the previous value. */
function blockCode(field: DescField, code: string, tag = tagOf(field)): string {
  const length = `length${field.number}`;
  // Of the same field, the value of an entry in a map is a block within a block.
  return `{ output.tag(${tag}); const bytes = ${length}; const begin = output.open(bytes); ${code} ${length} = output.close(begin, bytes); }`;
}

/** An expression for whether a value is written. */
function isSetCode(field: DescField): string {
  if (field.presence !== FeatureSet_FieldPresence.IMPLICIT) return 'value !== undefined';
  switch (scalarOf(field)) {
    case 'bytes':
      return '!(value instanceof Uint8Array && value.length === 0)';
    case 'double':
      // -0 is written.
      return '!Object.is(value, 0)';
    default:
      return `value !== ${zeroOf(field)}`;
  }
}

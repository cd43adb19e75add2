import { type DescField, type DescMessage, ScalarType } from '@bufbuild/protobuf';
import { FeatureSet_FieldPresence } from '@bufbuild/protobuf/wkt';
import { nameCode } from './compile.ts';
import { KEY_TAG, type PartOf, scalarOf, tagOf, unsupported, valueTagOf, zeroOf } from './scalars.ts';

/**
 * The body of a function that returns the decoder of a type. Messages are built like those of `create`, with members in
 * the same order.
 */
export function readCode(schema: DescMessage, partOf: PartOf): string {
  const members = schema.members.flatMap((member) => {
    const zero = member.kind === 'oneof' ? '{ case: undefined }' : initialCode(member);
    return zero === null ? [] : [`${nameCode(member.localName)}: ${zero}`];
  });
  return `return (input, end) => {
      const message = { ${[`$typeName: '${nameCode(schema.typeName)}'`, ...members].join(', ')} };
      while (input.at < end) {
        switch (input.tag()) {
          ${schema.fields.map((field) => `case ${tagOf(field)}: { ${fieldCode(field, partOf)} break; }`).join('\n          ')}
          default: throw NOT_COMPILED;
        }
      }
      if (input.at !== end) throw NOT_COMPILED;
      return message;
    };`;
}

/** The initial value of a field, as an expression; null if the field is initially absent. */
function initialCode(field: DescField): string | null {
  if (field.fieldKind === 'list') return '[]';
  if (field.fieldKind === 'map') return '{}';
  return field.presence === FeatureSet_FieldPresence.IMPLICIT ? zeroOf(field) : null;
}

function fieldCode(field: DescField, partOf: PartOf): string {
  const own = `message.${nameCode(field.localName)}`;
  const value = field.message
    ? `parts[${partOf(field.message)}].read(input, input.end(end))`
    : `input.${scalarOf(field)}()`;
  switch (field.fieldKind) {
    case 'list':
      return field.packed
        ? `const last = input.end(end); while (input.at < last) ${own}.push(${value}); if (input.at !== last) throw NOT_COMPILED;`
        : `${own}.push(${value});`;
    case 'map':
      if (field.mapKey !== ScalarType.STRING) return unsupported();
      // An entry in its usual encoding: key, then value.
      return `const last = input.end(end);
            if (input.tag() !== ${KEY_TAG}) throw NOT_COMPILED;
            const key = input.string();
            if (key === '__proto__' || input.tag() !== ${valueTagOf(field)}) throw NOT_COMPILED;
            ${own}[key] = ${value};
            if (input.at !== last) throw NOT_COMPILED;`;
    default: {
      // Repeated fields need merging (messages) or replacing (oneofs): left to the library.
      if (!field.oneof)
        return `${field.message ? `if (${own} !== undefined) throw NOT_COMPILED; ` : ''}${own} = ${value};`;
      const one = `message.${nameCode(field.oneof.localName)}`;
      return `if (${one}.case !== undefined) throw NOT_COMPILED; ${one} = { case: '${field.localName}', value: ${value} };`;
    }
  }
}

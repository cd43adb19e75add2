import { type DescMessage, getOption, ScalarType } from '@bufbuild/protobuf';
import { field as rules } from '@bufbuild/protovalidate/gen/buf/validate/validate_pb.js';
import { expect, test } from 'vitest';
import { kindsIn } from '../../bundle/format/kind.ts';
import { importingServices } from '../../cli/import/sections.ts';
import { format, TextFormat } from '../../proto/gen/lyceum/common/v1/format_pb.ts';
import { contractFiles } from '../support/contract-files.ts';

const isName = (field: string) => /^(name|label)$|Name$/.test(field);
/** The label of a timestamp is a note on it, not its name. */
const EXCEPTIONS = ['lyceum.timetracking.v1.AddTimestampRequest.label'];

test('every name that a request sets must have something to see', () => {
  const within = (message: DescMessage): DescMessage[] => [message, ...message.nestedMessages.flatMap(within)];
  const names = contractFiles
    .flatMap(({ messages }) => messages.flatMap(within))
    .flatMap(({ fields }) => fields)
    .filter(({ localName, scalar }) => scalar === ScalarType.STRING && isName(localName))
    .filter((field) => {
      const { type } = getOption(field, rules);
      return type.case === 'string' && type.value.minLen > 0n;
    });
  expect(names.length).toBeGreaterThan(10);
  const blank = names.filter((field) => getOption(field, format) !== TextFormat.NOT_BLANK);
  expect(
    blank.map((field) => `${field.parent.typeName}.${field.name}`),
    'Give it (lyceum.common.v1.format) = TEXT_FORMAT_NOT_BLANK',
  ).toEqual(EXCEPTIONS);
});

test('so must every name in a bundle, and in a file of people', () => {
  const kinds = importingServices.flatMap(({ sections }) => sections.flatMap((root) => kindsIn(root)));
  const names = kinds.flatMap(({ name, schema: { properties } }) =>
    Object.entries(properties as Record<string, { type?: unknown; format?: string }>)
      .filter(([field, { type }]) => isName(field) && [type].flat().includes('string'))
      .map(([field, schema]) => ({ at: `${name}.${field}`, format: schema.format })),
  );
  expect(names.length).toBeGreaterThan(20);
  expect(names.filter((each) => each.format !== 'not-blank')).toEqual([]);
});

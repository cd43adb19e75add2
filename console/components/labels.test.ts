import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { contractFiles } from '../../test/support/contract-files.ts';
import { settingFields } from '../screens/settings/fields.ts';
import { labelOf } from './labels.ts';
import { inEnglish } from './testing/english.ts';

it('a setting has one name, in the form, in the audit and in events', () => {
  const fields = inEnglish(() =>
    settingFields({ values: {}, last: () => '', localTime: '', trial: '', languages: ['en'] }).map((field) => [
      'isParameter' in field ? field.label : labelOf(field.name),
      field.label,
    ]),
  );
  for (const [name, label] of fields) expect(name).toBe(label);
});

const messages = contractFiles.flatMap((file) => file.messages);
const audited = services.flatMap(({ tables }) => tables.flatMap(({ audited }) => audited?.values ?? []));
const told = messages
  .filter(({ name }) => messages.some((event) => event.name === `${name}Updated`))
  .flatMap(({ fields }) => fields.map(({ localName }) => localName));

it.each([...new Set([...audited, ...told])].filter((name) => name !== 'id'))(
  '%s, which is audited or told when it changes, has a name in each language',
  (name) => {
    expect([name, inEnglish(() => labelOf(name))]).toEqual([name, expect.stringMatching(/^[A-Z][a-z]*( [a-z]+)*$/)]);
  },
);

it('a field is named in whatever way it is spelled, and by its own name if it is not known', () => {
  const shown = inEnglish(() => ['user_code_format', 'layerIds', 'roomId', 'starSign'].map(labelOf));
  expect(shown).toEqual(['Code format', 'Layers', 'Room', 'starSign']);
});

import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { settingFields } from '../screens/settings/fields.ts';
import { labelOf, sentenceCase } from './labels.ts';
import { inEnglish } from './testing/english.ts';

it('a setting has one name, in the form, in the audit and in events', () => {
  const fields = inEnglish(() =>
    settingFields({ values: {}, last: () => '', localTime: '', trial: '', languages: ['en'] }),
  );
  for (const { name, label, ...field } of fields)
    if (!('isParameter' in field)) expect([name, labelOf(name)]).toEqual([name, label]);
});

it('every field whose values are audited has a name that is no code', () => {
  const names = services.flatMap(({ tables }) => tables.flatMap(({ audited }) => audited?.values ?? []));
  expect(names.length).toBeGreaterThan(15);
  for (const name of names)
    expect([name, labelOf(name)]).toEqual([name, expect.stringMatching(/^[A-Z][a-z]*( [a-z]+)*$/)]);
});

it('other fields are shown by their words', () => {
  expect(['firstName', 'short_name', 'layerIds', 'roomId', 'moduleGroups'].map(labelOf)).toEqual([
    ...['First name', 'Short name', 'Layers', 'Room', 'Module groups'],
  ]);
  expect(['time_record', 'webhook_endpoint'].map(sentenceCase)).toEqual(['Time record', 'Webhook endpoint']);
});

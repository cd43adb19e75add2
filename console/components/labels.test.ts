import { expect, it } from 'vitest';
import { services } from '../../deploy/installation/services.ts';
import { fields as english } from '../../languages/en/console/fields.ts';
import { ProgramSchema } from '../../proto/gen/lyceum/curricula/v1/program_pb.ts';
import { ProgramVersionSchema } from '../../proto/gen/lyceum/curricula/v1/program_version_pb.ts';
import { UserSchema } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { AppointmentSchema } from '../../proto/gen/lyceum/scheduling/v1/appointment_pb.ts';
import { TimeRecordSchema } from '../../proto/gen/lyceum/timetracking/v1/record_pb.ts';
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

const audited = services.flatMap(({ tables }) => tables.flatMap(({ audited }) => audited?.values ?? []));
const inEvents = [UserSchema, AppointmentSchema, TimeRecordSchema, ProgramSchema, ProgramVersionSchema].flatMap(
  ({ fields }) => fields.map(({ localName }) => localName),
);

it.each([...new Set([...audited, ...inEvents])].filter((name) => name !== 'id'))(
  '%s, whose values are audited or whose changes are told, has a name in each language',
  (name) => {
    const word = name.toLowerCase();
    expect([word, word.replace(/ids$/, 's'), word.replace(/id$/, '')].some((each) => each in english.names)).toBe(true);
    expect(inEnglish(() => labelOf(name))).toMatch(/^[A-Z][a-z]*( [a-z]+)*$/);
  },
);

it('other fields are shown by their words', () => {
  const shown = inEnglish(() => ['short_name', 'layerIds', 'roomId', 'moduleGroups'].map(labelOf));
  expect(shown).toEqual(['Short name', 'Layers', 'Room', 'Module groups']);
});

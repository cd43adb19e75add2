import { name, optional, text } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { optionalCodeKey } from '../../../platform/core/text-keys.ts';
import * as tables from '../store/tables.ts';
import { userGroups, users } from './users.ts';

/** Each course has one layer. */
export const courses = kind('courses', tables.courses, {
  fields: { code: optional(text()), name: name(), layerName: optional(name()) },
  computed: (_, { code }) => ({ codeKey: optionalCodeKey(code) }),
  initial: ({ newId }) => ({ layerId: newId() }),
});

/** Directory's sections of an institution bundle, without the institution itself. */
export const sections = [users, userGroups, courses];

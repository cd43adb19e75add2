import { int32, name, optional, text } from '../../../bundle/format/fields.ts';
import { kind } from '../../../bundle/format/kind.ts';
import { timestampTemplates as table } from '../store/tables.ts';

export const timestampTemplates = kind('timestampTemplates', table, {
  fields: { label: name(), color: optional(text(32)), position: optional(int32()) },
  initial: ({ index }) => ({ position: index }),
});

/** Timetracking's sections of an institution bundle. */
export const sections = [timestampTemplates];

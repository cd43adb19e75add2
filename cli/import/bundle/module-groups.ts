import { optional, record, ref, type Section, text } from './pieces.ts';

const ModuleGroupSchema = record({
  ref: ref('moduleGroups'),
  name: text(),
  code: optional(text()),
  color: optional(text(32)),
});

export const moduleGroups = {
  name: 'moduleGroups',
  schema: ModuleGroupSchema,
} as const satisfies Section<typeof ModuleGroupSchema>;

import { int32, optional, record, ref, type Section, text } from './pieces.ts';

const TimestampTemplateSchema = record({
  ref: ref('timestampTemplates'),
  label: text(),
  color: optional(text(32)),
  position: optional(int32()),
});

export const timestampTemplates = {
  name: 'timestampTemplates',
  schema: TimestampTemplateSchema,
} as const satisfies Section<typeof TimestampTemplateSchema>;

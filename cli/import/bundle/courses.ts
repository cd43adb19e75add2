import { optional, record, ref, type Section, text } from './pieces.ts';

const CourseSchema = record({
  ref: ref('courses'),
  code: optional(text()),
  name: text(),
  layerName: optional(text()),
});

export const courses = { name: 'courses', schema: CourseSchema } as const satisfies Section<typeof CourseSchema>;

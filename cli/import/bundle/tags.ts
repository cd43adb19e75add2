import { optional, record, ref, type Section, text } from './pieces.ts';

const TagSchema = record({ ref: ref('tags'), name: text(), color: optional(text(32)), icon: optional(text()) });

export const tags = { name: 'tags', schema: TagSchema } as const satisfies Section<typeof TagSchema>;

import { instant, optional, record, ref, type Section, text } from './pieces.ts';

const OrganizationTermSchema = record({
  ref: ref('organizationTerms'),
  name: text(),
  code: optional(text()),
  termStart: instant(),
  termEnd: instant(),
  electionStart: optional(instant()),
  electionEnd: optional(instant()),
  reassessmentRegistrationStart: optional(instant()),
  reassessmentRegistrationEnd: optional(instant()),
});

export const organizationTerms = {
  name: 'organizationTerms',
  schema: OrganizationTermSchema,
} as const satisfies Section<typeof OrganizationTermSchema>;

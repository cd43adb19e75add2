import type { Static } from 'typebox';
import { appointmentTypes } from './appointment-types.ts';
import { courseModules } from './course-modules.ts';
import { courses } from './courses.ts';
import { curricula } from './curricula.ts';
import type { InstitutionSchema } from './institution.ts';
import { locations } from './locations.ts';
import { moduleGroups } from './module-groups.ts';
import { organizationTerms } from './organization-terms.ts';
import type { Section } from './pieces.ts';
import { programs } from './programs.ts';
import { tags } from './tags.ts';
import { timestampTemplates } from './timestamp-templates.ts';
import { userGroups } from './user-groups.ts';
import { users } from './users.ts';

/** The sections of a bundle except its institution, in the order of the format. */
export const sections = {
  users,
  userGroups,
  courses,
  appointmentTypes,
  locations,
  organizationTerms,
  moduleGroups,
  tags,
  courseModules,
  curricula,
  programs,
  timestampTemplates,
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof sections;

/** A record of a section, in the bundle's format. */
export type RecordOf<S extends SectionName> = Static<(typeof sections)[S]['schema']>;

/** A valid bundle. A missing section has no records. */
export type Bundle = { readonly institution: Static<typeof InstitutionSchema> } & {
  readonly [S in SectionName]?: readonly RecordOf<S>[];
};

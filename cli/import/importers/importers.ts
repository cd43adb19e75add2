import { appointmentTypesImporter } from './appointment-types.ts';
import { courseModulesImporter } from './course-modules.ts';
import { coursesImporter } from './courses.ts';
import { curriculaImporter } from './curricula.ts';
import type { Importer } from './importer.ts';
import { locationsImporter } from './locations.ts';
import { moduleGroupsImporter } from './module-groups.ts';
import { moduleRequirementsImporter } from './module-requirements.ts';
import { organizationTermsImporter } from './organization-terms.ts';
import { programsImporter } from './programs.ts';
import { sourceCohortsImporter } from './source-cohorts.ts';
import { tagsImporter } from './tags.ts';
import { timestampTemplatesImporter } from './timestamp-templates.ts';
import { userGroupsImporter } from './user-groups.ts';
import { usersImporter } from './users.ts';

/** All sections of a bundle, each after those that its records refer to. */
export const importers: readonly Importer[] = [
  usersImporter,
  coursesImporter,
  userGroupsImporter,
  locationsImporter,
  appointmentTypesImporter,
  organizationTermsImporter,
  moduleGroupsImporter,
  tagsImporter,
  courseModulesImporter,
  moduleRequirementsImporter,
  curriculaImporter,
  programsImporter,
  sourceCohortsImporter,
  timestampTemplatesImporter,
];

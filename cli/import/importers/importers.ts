import { appointmentTypesImporter } from './appointment-types.ts';
import { coursesImporter } from './courses.ts';
import type { Importer } from './importer.ts';
import { locationsImporter } from './locations.ts';
import { timestampTemplatesImporter } from './timestamp-templates.ts';
import { userGroupsImporter } from './user-groups.ts';
import { usersImporter } from './users.ts';

/** All sections of a bundle, each behind those that its records refer to. */
export const importers: readonly Importer[] = [
  usersImporter,
  coursesImporter,
  userGroupsImporter,
  locationsImporter,
  appointmentTypesImporter,
  { section: 'organizationTerms' },
  { section: 'moduleGroups' },
  { section: 'tags' },
  { section: 'courseModules' },
  { section: 'curricula' },
  { section: 'programs' },
  timestampTemplatesImporter,
];

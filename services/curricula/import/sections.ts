import { curricula } from './curricula.ts';
import { courseModules, moduleGroups, organizationTerms, tags } from './modules.ts';
import { programs } from './programs.ts';

/**
 * The sections of an institution bundle that belong to curricula, each after those that its records refer to, except in
 * late fields.
 */
export const sections = [organizationTerms, moduleGroups, tags, courseModules, curricula, programs];

import { importTable } from '../../../platform/data/import-table.ts';
import { moduleGroups, organizationTerms, tags } from './module-tables.ts';

/** The sections whose records are independent. */

export const ORGANIZATION_TERMS = importTable(organizationTerms);

export const MODULE_GROUPS = importTable(moduleGroups);

export const TAGS = importTable(tags);

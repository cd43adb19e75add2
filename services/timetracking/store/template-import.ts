import { importTable } from '../../../platform/data/import-table.ts';
import { timestampTemplates } from './tables.ts';

/** The values of a template in a bundle. */
export interface TemplateValues {
  readonly ref: string;
  readonly label: string;
  readonly color: string | null;
  readonly position: number;
}

export const TEMPLATES = importTable(timestampTemplates);

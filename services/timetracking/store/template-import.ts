import { importTable } from '../../../platform/data/import-table.ts';
import { timestampTemplates } from './tables.ts';

/** What a bundle says of a template. */
export interface TemplateValues {
  readonly ref: string;
  readonly label: string;
  readonly color: string | null;
  readonly position: number;
}

export const TEMPLATES = importTable(timestampTemplates);

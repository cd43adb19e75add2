import { randomUUID } from 'node:crypto';
import { importRecords, type LooseRecords } from './import-records.ts';
import type { TestInstitution } from './test-system.ts';

type TemplateRecords = LooseRecords;

/** The fields of a session and of a log, in the order of responses. */
export const recordFields = [
  'id',
  'userId',
  'startTime',
  'endTime',
  'status',
  'pauses',
  'timestamps',
  'source',
  'note',
  'autoClosed',
  'correctedAt',
  'durationMinutes',
  'pauseMinutes',
  'workedMinutes',
  'createdAt',
  'updatedAt',
];

/** Imports that many templates, or the given records; returns their ids. */
export async function importTemplates(
  { operator }: TestInstitution,
  templates: number | TemplateRecords,
): Promise<string[]> {
  const records = typeof templates === 'number' ? Array.from({ length: templates }, templateRecord) : templates;
  const imported = await importRecords(operator, 'timestampTemplates', records);
  return imported.map(({ id }) => id);
}

function templateRecord(_: unknown, position: number): TemplateRecords[number] {
  return { ref: randomUUID(), label: `Template ${position}`, position };
}

import { randomUUID } from 'node:crypto';
import type { MessageInitShape } from '@bufbuild/protobuf';
import {
  ImportService,
  type ImportTimestampTemplatesRequestSchema,
} from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import type { TestInstitution } from './test-system.ts';

type TemplateRecords = NonNullable<MessageInitShape<typeof ImportTimestampTemplatesRequestSchema>['records']>;

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
  const imported = await operator(ImportService.method.importTimestampTemplates, { records });
  return imported.records.map(({ id }) => id);
}

function templateRecord(_: unknown, position: number): TemplateRecords[number] {
  return { ref: randomUUID(), label: `Template ${position}`, position };
}

import { refuse } from '../../../platform/core/errors/refusal.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { matchByRef } from '../../../platform/core/import/match-by-ref.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { lockByRef, writeEntries } from '../../../platform/data/import-table.ts';
import { command } from '../../../platform/handler/command.ts';
import { ImportService, type TimestampTemplateRecord } from '../../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import { TEMPLATES, type TemplateValues } from '../store/template-import.ts';

/** Imports a batch of a bundle's timestamp templates. No events are published for them. */
export const importTimestampTemplates = command(ImportService.method.importTimestampTemplates, {
  async run(tx, { records }, { actor, now, newId }) {
    const violations = repeatedRefs(records);
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    lockImport(tx, actor.institutionId);
    const stored = await lockByRef(
      tx,
      actor,
      TEMPLATES,
      records.map(({ ref }) => ref),
    );
    const entries = matchByRef<TemplateValues>(records.map(valuesOf), stored, newId);
    writeEntries(tx, actor, TEMPLATES, entries, { at: toInstantText(now), newId });
    return { response: { records: entries.map((entry) => importedRecord('timestampTemplates', entry)) } };
  },
});

function valuesOf({ ref, label, color, position }: TimestampTemplateRecord): TemplateValues {
  return { ref, label, color: color ?? null, position };
}

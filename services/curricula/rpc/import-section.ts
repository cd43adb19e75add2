import { refuse } from '../../../platform/core/errors/refusal.ts';
import { importedRecord } from '../../../platform/core/import/imported-records.ts';
import { matchByRef, type Named } from '../../../platform/core/import/match-by-ref.ts';
import { repeatedRefs } from '../../../platform/core/import/repeated-refs.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import { lockImport } from '../../../platform/data/import-lock.ts';
import { type ImportTable, lockByRef, writeEntries } from '../../../platform/data/import-table.ts';
import type { Tx } from '../../../platform/data/tx.ts';
import type { CommandContext } from '../../../platform/handler/command.ts';
import type { ImportedRecord } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';

interface SectionBatch<Row extends Named> {
  readonly section: string;
  readonly table: ImportTable<Row>;
  readonly values: readonly NoInfer<Row>[];
}

/** Imports a batch of a section whose records are independent: one read and at most two writes, regardless of the batch. */
export async function importSection<Row extends Named>(
  tx: Tx,
  { actor, now, newId }: CommandContext,
  { section, table, values }: SectionBatch<Row>,
): Promise<{ response: { records: ImportedRecord[] } }> {
  const violations = repeatedRefs(values);
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
  lockImport(tx, actor.institutionId);
  const refs = values.map(({ ref }) => ref);
  const entries = matchByRef(values, await lockByRef(tx, actor, table, refs), newId);
  writeEntries(tx, actor, table, entries, { at: toInstantText(now), newId });
  return { response: { records: entries.map((entry) => importedRecord(section, entry)) } };
}

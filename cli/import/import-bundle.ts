import type { Call } from '../../platform/calls/caller.ts';
import type { OperatorActor } from '../../platform/core/actor.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { batchesOf } from './batches.ts';
import type { Bundle, RecordOf, SectionName } from './bundle/bundle.ts';
import { checkBundle } from './check/check-bundle.ts';
import { BundleFaults } from './check/fault.ts';
import { ImportStopped, toBundlePointer } from './import-stopped.ts';
import { type IdsOf, ImportedIds, type SectionSummary } from './imported-ids.ts';
import type { Importer } from './importers/importer.ts';
import { importers } from './importers/importers.ts';
import { toSettingsChange } from './settings-change.ts';

interface ImportOptions {
  /** Parsed JSON; checked whole before anything is written. */
  readonly bundle: unknown;
  /** Makes the caller of one call, on behalf of an operator. */
  readonly call: (actor: OperatorActor) => Call;
  readonly onProgress?: (progress: ImportProgress) => void;
}

export interface ImportProgress {
  readonly section: string;
  readonly done: number;
  readonly total: number;
}

export interface ImportResult {
  readonly institutionId: string;
  readonly ids: IdsOf;
  readonly summaries: readonly SectionSummary[];
}

/**
 * Imports an institution bundle: records are created, or updated where they differ, by ref; nothing is deleted, and the same bundle again
 * changes nothing. Throws BundleFaults before anything is written, ImportStopped when a service refuses, and what the call throws when a
 * service fails; every batch is stored whole or not at all, and importing again continues.
 */
export async function importBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = toBundle(bundle);
  const ids = new ImportedIds();
  const institutionId = await importInstitution(checked, call, ids);
  for (const importer of importers) {
    const { section } = importer;
    const total = checked[section]?.length ?? 0;
    const callForInstitution = () => call({ kind: 'operator', institutionId });
    await importSection(importer, checked, { ids, call: callForInstitution }, (done) =>
      onProgress?.({ section, done, total }),
    );
  }
  return { institutionId, ids: ids.printed(), summaries: ids.summaries() };
}

function toBundle(value: unknown): Bundle {
  const faults = checkBundle(value);
  if (faults.length > 0) throw new BundleFaults(faults);
  return value as Bundle;
}

async function importInstitution(
  { institution: { ref, name, settings } }: Bundle,
  call: ImportOptions['call'],
  ids: ImportedIds,
): Promise<string> {
  const request = { ref, name, ...(settings ? { settings: toSettingsChange(settings) } : {}) };
  const caller = call({ kind: 'operator', institutionId: null });
  const response = await locate(() => caller(InstitutionService.method.importInstitution, request), {
    section: 'institution',
    start: 0,
  });
  const written = response.created ? ImportOutcome.CREATED : ImportOutcome.UPDATED;
  ids.count('institution', response.changed ? written : ImportOutcome.UNCHANGED);
  return present(response.institution, 'institution').id;
}

async function importSection(
  { section, send, weigh, names = {} }: Importer,
  bundle: Bundle,
  { ids, call }: { readonly ids: ImportedIds; readonly call: () => Call },
  onProgress: (done: number) => void,
): Promise<void> {
  const records: readonly RecordOf<SectionName>[] = bundle[section] ?? [];
  for (const { start, records: batch } of batchesOf(records, weigh)) {
    const imported = await locate(() => send(batch, { call: call(), start, ids }), { section, start, names });
    for (const record of imported) ids.add(record);
    onProgress(start + batch.length);
  }
}

/** Runs a call; where it is refused, says so with pointers into the bundle. */
async function locate<T>(work: () => Promise<T>, place: Parameters<typeof toBundlePointer>[1]): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = error.violations.map(({ pointer, message }) => ({
      pointer: toBundlePointer(pointer, place),
      message,
    }));
    throw new ImportStopped(place.section, faults, error);
  }
}

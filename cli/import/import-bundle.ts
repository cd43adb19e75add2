import type { Call } from '../../platform/calls/caller.ts';
import type { OperatorActor } from '../../platform/core/actor.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { present } from '../../platform/core/present.ts';
import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import {
  type ImportInstitutionResponse,
  InstitutionService,
} from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { Bundle } from './bundle/bundle.ts';
import { checkBundle } from './check/check-bundle.ts';
import { BundleFaults } from './check/fault.ts';
import { type BundlePosition, faultsOf, ImportStopped } from './import-stopped.ts';
import { type IdsOf, ImportedIds, type SectionSummary } from './imported-ids.ts';
import { importers } from './importers/importers.ts';
import { toSettingsChange } from './settings-change.ts';
import { stepsOf } from './steps.ts';

export interface ImportOptions {
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
  const asPlatform = call({ kind: 'operator', institutionId: null });
  const institutionId = countInstitution(
    ids,
    await locate({ section: 'institution', start: 0 }, () =>
      asPlatform(InstitutionService.method.importInstitution, institutionRequest(checked)),
    ),
  );
  for (const importer of importers) {
    const total = checked[importer.section]?.length ?? 0;
    for (const step of stepsOf(importer, checked, ids)) {
      const caller = call({ kind: 'operator', institutionId });
      const answer = await locate(step, () => caller(step.method, step.request));
      for (const record of (answer as unknown as { readonly records: ImportedRecord[] }).records) ids.add(record);
      onProgress?.({ section: step.section, done: step.done, total });
    }
  }
  return { institutionId, ids: ids.printed(), summaries: ids.summaries() };
}

/** Throws BundleFaults. */
export function toBundle(value: unknown): Bundle {
  const faults = checkBundle(value);
  if (faults.length > 0) throw new BundleFaults(faults);
  return value as Bundle;
}

export function institutionRequest({ institution: { ref, name, settings } }: Bundle) {
  return { ref, name, ...(settings ? { settings: toSettingsChange(settings) } : {}) };
}

/** Returns the institution's id. */
export function countInstitution(ids: ImportedIds, response: ImportInstitutionResponse): string {
  const written = response.created ? ImportOutcome.CREATED : ImportOutcome.UPDATED;
  ids.count('institution', response.changed ? written : ImportOutcome.UNCHANGED);
  return present(response.institution, 'institution').id;
}

/** Runs a call; where it is refused, says so with pointers into the bundle. */
async function locate<T>(position: BundlePosition, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const consequence = `The import stopped in ${position.section}; what comes before is stored. Importing the bundle again continues.`;
    throw new ImportStopped(consequence, faultsOf(error, position), error);
  }
}

import { create } from '@bufbuild/protobuf';
import type { Call } from '../../platform/calls/caller.ts';
import type { OperatorActor } from '../../platform/core/actor.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { present } from '../../platform/core/present.ts';
import type { LooseRecord } from '../../platform/data/import/kind.ts';
import { ImportedRecordSchema, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/directory/v1/administrator_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { institutionRequest } from '../../services/directory/import/institution.ts';
import { checkBundle } from './check-bundle.ts';
import { BundleFaults } from './fault.ts';
import { type IdsOf, ImportedIds, type SectionSummary } from './imported-ids.ts';
import { type Bundle, importingServices } from './sections.ts';
import { stepsOf } from './steps.ts';

export interface ImportOptions {
  /** Parsed JSON; checked completely before anything is written. */
  readonly bundle: unknown;
  /** Creates a caller on behalf of an operator. */
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
 * Imports an institution bundle: creates records, or updates them if they differ, by ref. Deletes nothing; importing the same bundle again
 * changes nothing. Throws BundleFaults, and what the call throws when a service fails. Every batch is stored completely or not at all, and importing
 * again continues.
 */
export async function importBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = toBundle(bundle);
  const ids = new ImportedIds();
  const asPlatform = call({ kind: 'operator', institutionId: null });
  const { institution, created, changed } = await stopped('institution', () =>
    asPlatform(InstitutionService.method.importInstitution, institutionRequest(checked.institution)),
  );
  const institutionId = present(institution, 'institution').id;
  const written = created ? ImportOutcome.CREATED : ImportOutcome.UPDATED;
  const { ref } = checked.institution;
  const outcome = changed ? written : ImportOutcome.UNCHANGED;
  ids.addAll([create(ImportedRecordSchema, { section: 'institution', ref, id: institutionId, outcome })]);
  for (const service of importingServices) {
    for (const { request, section, done, total } of stepsOf(service, checked, ids)) {
      const caller = call({ kind: 'operator', institutionId });
      ids.addAll((await stopped(section, () => caller(service.method, { steps: [request] }))).records);
      onProgress?.({ section, done, total });
    }
  }
  for (const email of administratorsOf(checked)) {
    const caller = call({ kind: 'operator', institutionId });
    await stopped('administrators', () => caller(AdministratorService.method.addAdministrator, { email }));
  }
  return { institutionId, ids: ids.printed(), summaries: ids.summaries() };
}

/** The addresses of the institution's administrators. */
function administratorsOf({ institution: { administrators = [] }, users = [] }: Bundle): string[] {
  const emails = new Map((users as readonly LooseRecord[]).map(({ ref, email }) => [ref, String(email)]));
  return administrators.map((ref) => present(emails.get(ref), ref));
}

/**
 * What {@link importBundle} would do, without writing anything: each service does its part in a transaction that it rolls back. Throws what the import
 * would throw. The ids of records that would be created are not their final ones.
 */
export async function tryBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = toBundle(bundle);
  const ids = new ImportedIds();
  // Directory's dry run finds or creates the institution: until then nothing is known by any id.
  let institutionId: string = systemIds.newId();
  for (const [index, service] of importingServices.entries()) {
    const own = [...stepsOf(service, checked, ids)].map(({ request }) => request);
    const institution = { section: 'institution', records: JSON.stringify([checked.institution]) };
    const steps = index === 0 ? [institution, ...own] : own;
    if (steps.length === 0) continue;
    const caller = call({ kind: 'operator', institutionId });
    const request = { steps, dryRun: true, knownIds: ids.named() };
    const { records } = await stopped(null, () => caller(service.method, request));
    institutionId = records.find(({ section }) => section === 'institution')?.id ?? institutionId;
    ids.addAll(records);
    onProgress?.({ section: 'trying', done: index + 1, total: importingServices.length });
  }
  return { institutionId, ids: ids.printed(), summaries: ids.summaries() };
}

/** Throws BundleFaults. */
function toBundle(value: unknown): Bundle {
  const faults = checkBundle(value);
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  if (faults.length > 0) throw new BundleFaults(`The bundle has ${count}; nothing was imported.`, faults);
  return value as Bundle;
}

/** Runs a call; turns a refusal into BundleFaults. @param section null in a dry run */
async function stopped<T>(section: string | null, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const consequence =
      section === null
        ? 'This was a dry run: nothing was stored.'
        : `The import stopped in ${section}; what comes before is stored. Import the bundle again to continue.`;
    // The institution is imported by an RPC of its own, which does not know its place in the bundle.
    const at = section === 'institution' ? '/institution' : '';
    const faults = error.violations.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message }));
    throw new BundleFaults(`${error.message} ${consequence}`, faults, error);
  }
}

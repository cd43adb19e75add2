import { create } from '@bufbuild/protobuf';
import { checkBundle } from '../../bundle/format/check-bundle.ts';
import { stepsOf } from '../../bundle/format/steps.ts';
import type { Call } from '../../platform/calls/caller.ts';
import type { OperatorActor } from '../../platform/core/actor.ts';
import { monotonicMs } from '../../platform/core/clock.ts';
import { isBusy, isFault, Refusal } from '../../platform/core/errors/refusal.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { present } from '../../platform/core/present.ts';
import { ImportedRecordSchema, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { institutionRequest } from '../../services/directory/import/institution.ts';
import { CommandFailure } from '../failure.ts';
import { administratorsOf, setAdministrator } from './administrators.ts';
import { BundleFaults } from './fault.ts';
import { type IdsOf, ImportedIds, type SectionSummary } from './imported-ids.ts';
import { type Bundle, bundleFormat, importingServices } from './sections.ts';

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
 * Imports an institution bundle: creates records, or updates what they name if it differs, by ref. Deletes nothing;
 * importing the same bundle again changes nothing, whatever has changed meanwhile in fields that it does not name.
 * Waits for rows that others hold. Throws BundleFaults for what is wrong with the bundle, and a CommandFailure or what
 * the call throws when a service fails. Every batch is stored completely or not at all, and importing again continues.
 */
export async function importBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = await toBundle(bundle, call);
  const ids = new ImportedIds();
  const idOf = ids.get.bind(ids);
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
    for (const { steps, section, done, total } of stepsOf(service.sections, checked, idOf)) {
      const caller = call({ kind: 'operator', institutionId });
      ids.addAll((await stopped(section, () => caller(service.method, { steps }))).records);
      onProgress?.({ section, done, total });
    }
  }
  const caller = call({ kind: 'operator', institutionId });
  for (const each of administratorsOf(checked)) await stopped('administrators', () => setAdministrator(caller, each));
  return { institutionId, ids: ids.printed(), summaries: ids.summaries() };
}

/**
 * What {@link importBundle} would do, without writing anything: each service does its part in a transaction that it
 * rolls back. Throws what the import would throw. The ids of records that would be created are not their final ones.
 */
export async function tryBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = await toBundle(bundle, call);
  const ids = new ImportedIds();
  const idOf = ids.get.bind(ids);
  // Directory's dry run finds or creates the institution: until then nothing is known by any id.
  let institutionId: string = systemIds.newId();
  for (const [index, service] of importingServices.entries()) {
    const own = [...stepsOf(service.sections, checked, idOf)].flatMap(({ steps }) => steps);
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

/**
 * Throws BundleFaults. Records of an institution that exists may lack what only new ones need; then the services
 * decide.
 */
async function toBundle(value: unknown, call: ImportOptions['call']): Promise<Bundle> {
  const faults = checkBundle(bundleFormat, value, true);
  if (faults.length === 0) return value as Bundle;
  if (checkBundle(bundleFormat, value, false).length === 0) {
    const { ref } = (value as Bundle).institution;
    const asPlatform = call({ kind: 'operator', institutionId: null });
    const { institutions } = await asPlatform(InstitutionService.method.listInstitutions, {});
    if (institutions.some((each) => each.ref === ref)) return value as Bundle;
  }
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`;
  throw new BundleFaults(`The bundle has ${count}; nothing was imported.`, faults);
}

/**
 * Runs a step, again as long as it waits in vain for rows that others hold. Throws BundleFaults for a refusal of what
 * the bundle says, a CommandFailure for another one.
 * @param section null in a dry run
 */
async function stopped<T>(section: string | null, work: () => Promise<T>): Promise<T> {
  const begun = monotonicMs();
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      // A service ends a statement that waits for longer than it allows (STATEMENT_TIMEOUT_MS).
      if (error.code === 'DEADLINE_EXCEEDED' && monotonicMs() - begun < WAITS_MS) continue;
      throw explained(error, section);
    }
  }
}

function explained(error: Refusal, section: string | null): Error {
  const consequence =
    section === null
      ? 'This was a dry run: nothing was stored.'
      : `The import stopped in ${section}; what comes before is stored. Import the bundle again to continue.`;
  const message = `${error.message} ${consequence}`;
  if (isFault(error) || isBusy(error) || error.code.startsWith('CALLER_')) return new CommandFailure(message);
  // The institution is imported by an RPC of its own, which does not know its place in the bundle.
  const at = section === 'institution' ? '/institution' : '';
  const faults = error.violations.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message }));
  return new BundleFaults(message, faults, error);
}

/** How long a step waits for rows that others hold. */
const WAITS_MS = 30_000;

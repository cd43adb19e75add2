import type { DescService, MessageInitShape } from '@bufbuild/protobuf';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { placeholderOf } from '../../platform/core/import/placeholder.ts';
import { present } from '../../platform/core/present.ts';
import type { ImportStepResult } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService as CurriculaImport } from '../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { ImportService as DirectoryImport } from '../../proto/gen/lyceum/directory/v1/import_pb.ts';
import { ImportService as LocationsImport } from '../../proto/gen/lyceum/locations/v1/import_pb.ts';
import { ImportService as SchedulingImport } from '../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { ImportService as TimetrackingImport } from '../../proto/gen/lyceum/timetracking/v1/import_pb.ts';
import type { Bundle } from './bundle/bundle.ts';
import {
  countInstitution,
  type ImportOptions,
  type ImportResult,
  institutionRequest,
  toBundle,
} from './import-bundle.ts';
import { faultsOf, ImportStopped } from './import-stopped.ts';
import { ImportedIds } from './imported-ids.ts';
import { importers } from './importers/importers.ts';
import { type Step, stepsOf } from './steps.ts';

/**
 * What {@link importBundle} would do, without writing anything: each service does its part in a transaction that it undoes. Throws what the import
 * would throw. The ids of records that would be created are not those that they will have.
 */
export async function validateBundle({ bundle, call, onProgress }: ImportOptions): Promise<ImportResult> {
  const checked = toBundle(bundle);
  const ids = new ImportedIds(placeholderOf);
  const services = [...new Set(importers.map(({ service }) => service))];
  let institutionId: string | null = null;
  for (const [index, service] of services.entries()) {
    const own = importers.filter((importer) => importer.service === service);
    const steps = own.flatMap((importer) => [...stepsOf(importer, checked, ids)]);
    // Directory comes first, and has the institution, whatever sections there are.
    if (service !== DirectoryImport && steps.length === 0) continue;
    const caller = call({ kind: 'operator', institutionId });
    const { institution, results } = await locate(steps, () =>
      caller(methodOf(service), requestOf(service, checked, steps, ids)),
    );
    if (service === DirectoryImport) institutionId = countInstitution(ids, present(institution, 'institution'));
    for (const { records } of results) for (const record of records) ids.add(record);
    onProgress?.({ section: 'trying', done: index + 1, total: services.length });
  }
  return {
    institutionId: present(institutionId ?? undefined, 'institution'),
    ids: ids.printed(),
    summaries: ids.summaries(),
  };
}

type ValidateMethod = typeof DirectoryImport.method.validateImport;

/** All services' contracts have the same method; that of directory has most in it. */
const METHODS = new Map<DescService, unknown>([
  [DirectoryImport, DirectoryImport.method.validateImport],
  [LocationsImport, LocationsImport.method.validateImport],
  [SchedulingImport, SchedulingImport.method.validateImport],
  [CurriculaImport, CurriculaImport.method.validateImport],
  [TimetrackingImport, TimetrackingImport.method.validateImport],
]);

function methodOf(service: DescService): ValidateMethod {
  return present(METHODS.get(service), service.typeName) as ValidateMethod;
}

function requestOf(service: DescService, bundle: Bundle, steps: readonly Step[], ids: ImportedIds) {
  const request = {
    steps: steps.map(({ method, request: value }) => ({ request: { case: caseOf(method.name), value } })),
  };
  const users = (bundle.programs ?? []).flatMap(({ responsibleUsers = [] }) => responsibleUsers);
  const own = {
    ...(service === DirectoryImport ? { institution: institutionRequest(bundle) } : {}),
    ...(service === CurriculaImport ? { knownUserIds: [...new Set(users)].map((user) => ids.get('users', user)) } : {}),
  };
  return { ...own, ...request } as MessageInitShape<ValidateMethod['input']>;
}

/** The step of ImportUserGroups is `userGroups`. */
function caseOf(rpc: string): string {
  const name = rpc.replace(/^Import/, '');
  return `${name.charAt(0).toLowerCase()}${name.slice(1)}`;
}

/** Runs a trial; where it is refused, says so with pointers into the bundle. */
async function locate<T extends { readonly results: readonly ImportStepResult[] }>(
  steps: readonly Step[],
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const faults = error.violations.flatMap((violation) => {
      const [, part, index, , ...rest] = violation.pointer.split('/');
      const step = part === 'steps' ? steps[Number(index)] : undefined;
      const position = step ?? { section: 'institution', start: 0 };
      return faultsOf({ violations: [{ ...violation, pointer: ['', ...rest].join('/') }] }, position);
    });
    throw new ImportStopped('It was a dry run: nothing is stored.', faults, error);
  }
}

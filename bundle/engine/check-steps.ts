import { refuse, refuseField } from '../../platform/core/errors/refusal.ts';
import { yieldToEventLoop } from '../../platform/core/event-loop.ts';
import type { ImportStep } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { checkRecords, checkRules, PlacedByRef } from '../format/check-records.ts';
import type { Fault } from '../format/check-shape.ts';
import { checkCycles } from '../format/cycles.ts';
import { visitRefs } from '../format/references.ts';
import type { CheckedBatch, SectionImport } from './import-batch.ts';

/** A step whose records are valid by themselves, or the institution as it came. */
export type CheckedStep = CheckedBatch | { readonly institution: unknown };

/**
 * Refuses with REQUEST_INVALID records that are not valid by themselves. The pointers of its violations are those of
 * the bundle: `/users/503/email`.
 * @param hasInstitution whether a step may be the institution
 */
export async function checkSteps(
  steps: readonly ImportStep[],
  sections: readonly SectionImport[],
  hasInstitution = false,
): Promise<CheckedStep[]> {
  const checked: CheckedStep[] = [];
  for (const [index, step] of steps.entries()) {
    if (index > 0) await yieldToEventLoop();
    const records = recordsOf(step, index);
    const section = sections.find(({ root }) => root.name === step.section);
    if (section) checked.push(checkBatch(section, records, step));
    else if (hasInstitution && step.section === 'institution') checked.push({ institution: records[0] });
    else refuseField(`/steps/${index}/section`, 'invalid_value', 'is not a section of this service');
  }
  return checked;
}

/** The ids of another service's records that a request refers to, each once. */
export function foreignIds(steps: readonly CheckedStep[], section: string): string[] {
  const ids = new Set<string>();
  for (const step of steps) {
    for (const { kind, record } of 'placed' in step ? step.placed : []) {
      for (const reference of kind.references)
        if (reference.section === section) visitRefs(record, reference.path, (id) => ids.add(id));
    }
  }
  return [...ids];
}

function recordsOf({ records }: ImportStep, index: number): unknown[] {
  const pointer = `/steps/${index}/records`;
  let value: unknown;
  try {
    value = JSON.parse(records);
  } catch {
    return refuseField(pointer, 'invalid_value', 'must be JSON');
  }
  return Array.isArray(value) ? value : refuseField(pointer, 'invalid_type', 'must be an array');
}

function checkBatch(
  section: SectionImport,
  records: readonly unknown[],
  { start, following }: ImportStep,
): CheckedBatch {
  const byRef = new PlacedByRef();
  const faults: Fault[] = [];
  const batch = checkRecords({ root: section.root, records, start }, byRef, faults);
  checkRules(batch, {}, faults);
  checkCycles(batch.placed, faults);
  refuseFaults(faults);
  return { ...batch, section, byRef, following };
}

/** Refuses with REQUEST_INVALID, if there are faults. */
export function refuseFaults(faults: readonly Fault[]): void {
  const violations = faults.map((fault) => ({ ...fault, code: 'invalid_value' as const }));
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

import type { TObject } from 'typebox';
import { escapeSegment } from '../../platform/core/errors/pointer.ts';
import { type Batch, checkRecords, checkReferences, checkRules, PlacedByRef } from './check-records.ts';
import type { Fault } from './check-shape.ts';
import { checkCycles } from './cycles.ts';
import { isRecord, type JsonRecord } from './json-record.ts';
import type { Kind } from './kind.ts';

/** The parts of a bundle, which services declare. */
export interface BundleFormat {
  readonly institution: TObject;
  /** Checks the institution, which need not be valid. */
  readonly checkInstitution: (institution: unknown, recordOf: RecordOf) => readonly Fault[];
  /** In the order of an import: each after those that its records refer to. */
  readonly sections: readonly Kind[];
}

/** The record of a kind with a ref. It need not be valid. */
export type RecordOf = (kind: string, ref: string) => JsonRecord | undefined;

/**
 * Checks a whole bundle: the schema of every section, repeated refs, dangling references, and rules across values.
 * @param isNew whether the institution is not stored yet, so that every record must have what a new one needs
 * @returns every fault
 */
export function checkBundle(format: BundleFormat, bundle: unknown, isNew: boolean): Fault[] {
  if (!isRecord(bundle)) return [{ pointer: '', message: 'must be an object' }];
  const faults = unknownSections(format, bundle);
  const ofRecords: Fault[] = [];
  const byRef = new PlacedByRef();
  const parts = format.sections.flatMap((root): Batch[] => {
    if (!Object.hasOwn(bundle, root.name)) return [];
    const records = bundle[root.name];
    if (Array.isArray(records)) return [{ root, records, start: 0 }];
    ofRecords.push({ pointer: `/${root.name}`, message: 'must be array' });
    return [];
  });
  const checked = parts.map((part) => checkRecords(part, byRef, ofRecords));
  const placedOf = (kind: string, ref: string) => byRef.of(kind).get(ref);
  const find = (kind: string, ref: string) => {
    const placed = placedOf(kind, ref);
    return placed && { is: placed.record, in: placed.parent?.record };
  };
  for (const { placed } of checked) checkReferences(placed, find, ofRecords);
  for (const part of checked) {
    checkRules(part, { bundle, isNew }, ofRecords);
    checkCycles(part.placed, ofRecords);
  }
  if (Object.hasOwn(bundle, 'institution'))
    faults.push(...format.checkInstitution(bundle.institution, (kind, ref) => placedOf(kind, ref)?.record));
  else faults.push({ pointer: '/institution', message: 'is required' });
  return [...faults, ...ofRecords];
}

function unknownSections({ sections }: BundleFormat, bundle: JsonRecord): Fault[] {
  const names = ['institution', ...sections.map(({ name }) => name)];
  const message = `is not a section of the format; the sections are ${names.join(', ')}`;
  const unknown = Object.keys(bundle).filter((name) => !names.includes(name));
  return unknown.map((name) => ({ pointer: `/${escapeSegment(name)}`, message }));
}

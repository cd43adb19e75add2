import { escapeSegment, pointerOf } from '../../platform/core/errors/pointer.ts';
import {
  type Batch,
  checkRecords,
  checkReferences,
  checkRules,
  PlacedByRef,
} from '../../platform/data/import/check-records.ts';
import type { Fault } from '../../platform/data/import/check-shape.ts';
import { checkCycles } from '../../platform/data/import/cycles.ts';
import { isRecord } from '../../platform/data/import/kind.ts';
import { visitRefs } from '../../platform/data/import/references.ts';
import { checkInstitution } from '../../services/directory/import/institution.ts';
import { sections } from './sections.ts';

/**
 * Checks a whole bundle: the schema of every section, repeated refs, dangling references, and rules across values. Returns every fault; a value
 * without faults is a {@link Bundle}.
 * @param options whether the institution is not stored yet, so that every record must have what a new one needs
 */
export function checkBundle(bundle: unknown, { isNew } = { isNew: true }): readonly Fault[] {
  if (!isRecord(bundle)) return [{ pointer: '', message: 'must be an object' }];
  const faults: Fault[] = [];
  for (const name of Object.keys(bundle)) {
    if (SECTION_NAMES.includes(name)) continue;
    const message = `is not a section of the format; the sections are ${SECTION_NAMES.join(', ')}`;
    faults.push({ pointer: `/${escapeSegment(name)}`, message });
  }
  if (Object.hasOwn(bundle, 'institution')) faults.push(...checkInstitution(bundle.institution));
  else faults.push({ pointer: '/institution', message: 'is required' });

  const byRef = new PlacedByRef();
  const parts = sections.flatMap((root): Batch[] => {
    if (!Object.hasOwn(bundle, root.name)) return [];
    const records = bundle[root.name];
    if (Array.isArray(records)) return [{ root, records, start: 0 }];
    faults.push({ pointer: `/${root.name}`, message: 'must be array' });
    return [];
  });
  const checked = parts.map((part) => checkRecords(part, byRef, faults));
  const find = (kind: string, ref: string) => {
    const placed = byRef.of(kind).get(ref);
    return placed && { is: placed.record, in: placed.parent?.record };
  };
  for (const { placed } of checked) checkReferences(placed, find, faults);
  visitRefs(bundle.institution, ['administrators', null], (ref, at) => {
    const user = byRef.of('users').get(ref);
    const message = user ? `"${ref}" is archived` : `"${ref}" is not a ref in users`;
    if (!user || user.record.isArchived === true) faults.push({ pointer: pointerOf(['institution', ...at]), message });
  });
  const institution = { userCodeFormat: validCodeFormat(bundle.institution), isNew };
  for (const part of checked) {
    checkRules(part, institution, faults);
    checkCycles(part.placed, faults);
  }
  return faults;
}

const SECTION_NAMES = ['institution', ...sections.map(({ name }) => name)];

/** The format of membership codes, if there is a valid one. */
function validCodeFormat(institution: unknown): string | undefined {
  const settings = isRecord(institution) ? institution.settings : undefined;
  const format = isRecord(settings) ? settings.user_code_format : undefined;
  const isValid = !checkInstitution(institution).some(({ pointer }) => pointer.endsWith('/user_code_format'));
  return typeof format === 'string' && isValid ? format : undefined;
}

import { escapeSegment, pointerOf } from '../../../platform/core/errors/pointer.ts';
import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { checkCodeFormat } from '../../../services/directory/domain/code-format.ts';
import { sections } from '../bundle/bundle.ts';
import { InstitutionSchema } from '../bundle/institution.ts';
import type { Check, Placed, RefSection, Section } from '../bundle/pieces.ts';
import type { Fault } from './fault.ts';
import { markedFields, visitField } from './marked-fields.ts';
import { checkShape } from './shape.ts';

/**
 * Checks a whole bundle: the shape of every section, refs that are taken, references to nothing, and the rules that values obey together.
 * Returns every fault; a bundle without any is a {@link Bundle}. The sections of services that take no import yet are checked too.
 */
export function checkBundle(bundle: unknown): readonly Fault[] {
  if (!isObject(bundle)) return [{ pointer: '', message: 'must be an object' }];
  const faults: Fault[] = [];
  checkNames(bundle, faults);
  const userCodeFormat = checkInstitution(bundle, faults);
  const present = Object.values<Section>(sections).flatMap((section) => partOf(bundle, section, faults));
  const declarations = new Declarations();
  for (const part of present) checkRecords(part, declarations, faults);
  for (const part of present) checkReferences(part, declarations, faults);
  for (const part of present) checkRules(part, declarations, userCodeFormat, faults);
  return faults;
}

/** A section of this bundle. */
interface Part {
  readonly section: Section;
  readonly records: readonly unknown[];
  /** Records that lack a property, or have one of the wrong type. */
  readonly untyped: Set<number>;
}

function partOf(bundle: Record<string, unknown>, section: Section, faults: Fault[]): Part[] {
  if (!Object.hasOwn(bundle, section.name)) return [];
  const records = bundle[section.name];
  if (Array.isArray(records)) return [{ section, records, untyped: new Set() }];
  faults.push({ pointer: `/${section.name}`, message: 'must be array' });
  return [];
}

function checkNames(bundle: Record<string, unknown>, faults: Fault[]): void {
  for (const name of Object.keys(bundle)) {
    if (name === 'institution' || Object.hasOwn(sections, name)) continue;
    faults.push({
      pointer: `/${escapeSegment(name)}`,
      message: `is no section of the format; there are ${SECTION_NAMES}`,
    });
  }
}

const SECTION_NAMES = ['institution', ...Object.keys(sections)].join(', ');

/** Returns the format of membership codes, when there is a good one. */
function checkInstitution(bundle: Record<string, unknown>, faults: Fault[]): string | undefined {
  if (!Object.hasOwn(bundle, 'institution')) {
    faults.push({ pointer: '/institution', message: 'is required' });
    return undefined;
  }
  const { institution } = bundle;
  faults.push(...checkShape(InstitutionSchema, institution, '/institution').faults);
  const settings = isObject(institution) ? institution.settings : undefined;
  const format = isObject(settings) ? settings.user_code_format : undefined;
  if (typeof format !== 'string') return undefined;
  try {
    checkCodeFormat(format, '');
    return format;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    faults.push({ pointer: '/institution/settings/user_code_format', message: error.message });
    return undefined;
  }
}

/** Where each ref is: the index of the document's record that is, or holds, the one that bears it. */
class Declarations {
  readonly #sections = new Map<RefSection, Map<string, number>>();

  of(section: RefSection): Map<string, number> {
    let refs = this.#sections.get(section);
    if (!refs) {
      refs = new Map();
      this.#sections.set(section, refs);
    }
    return refs;
  }
}

function checkRecords({ section, records, untyped }: Part, declarations: Declarations, faults: Fault[]): void {
  const fields = markedFields(section.schema, 'declares');
  for (const [index, record] of records.entries()) {
    const shape = checkShape(section.schema, record, `/${section.name}/${index}`);
    faults.push(...shape.faults);
    if (!shape.isTyped) untyped.add(index);
    for (const { path, section: kind } of fields) {
      const refs = declarations.of(kind);
      visitField(record, path, (ref, at) => {
        const first = refs.get(ref);
        if (first === undefined) refs.set(ref, index);
        else
          faults.push({
            pointer: pointerOf([section.name, index, ...at]),
            message: takenMessage(ref, kind, section, first),
          });
      });
    }
  }
}

function takenMessage(ref: string, kind: RefSection, { name }: Section, first: number): string {
  return `the ref "${ref}" is taken in ${kind}, by ${kind === name ? '' : 'a record in '}/${name}/${first}`;
}

function checkReferences({ section, records }: Part, declarations: Declarations, faults: Fault[]): void {
  for (const { path, section: kind } of markedFields(section.schema, 'refersTo')) {
    const refs = declarations.of(kind);
    for (const [index, record] of records.entries()) {
      visitField(record, path, (ref, at) => {
        if (refs.has(ref)) return;
        faults.push({ pointer: pointerOf([section.name, index, ...at]), message: `"${ref}" is no ref in ${kind}` });
      });
    }
  }
}

function checkRules(part: Part, declarations: Declarations, userCodeFormat: string | undefined, faults: Fault[]): void {
  const check: Check = {
    userCodeFormat,
    indexOf: (section, ref) => declarations.of(section).get(ref),
    fault: (path, message) => faults.push({ pointer: pointerOf([part.section.name, ...path]), message }),
  };
  part.section.check?.(typedRecords(part), check);
}

function* typedRecords({ records, untyped }: Part): Generator<Placed<never>> {
  for (const [index, record] of records.entries()) if (!untyped.has(index)) yield [index, record as never];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

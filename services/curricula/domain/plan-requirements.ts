import type { ModuleRequirementsRecord } from '../../../proto/gen/lyceum/curricula/v1/import_pb.ts';
import { RecordFaults } from './record-faults.ts';

/** The child requires the parent (decisions 9.6). */
export interface Connection {
  readonly id: string;
  readonly parentModuleVersionId: string;
  readonly childModuleVersionId: string;
  readonly studyPeriodId: string | null;
}

/** What an import of requirements does. */
export interface RequirementsPlan {
  readonly connecting: readonly Connection[];
  readonly parting: readonly Connection[];
  /** The versions whose requirements change, in the batch's order. */
  readonly changedVersionIds: readonly string[];
}

/**
 * Refuses with REQUEST_INVALID a batch that names a version twice, or an unknown one; a version that requires itself, or the same one twice for
 * one study period.
 */
export function checkRequirements(records: readonly ModuleRequirementsRecord[], known: ReadonlySet<string>): void {
  const faults = new RecordFaults();
  const children = new Set<string>();
  for (const [i, { moduleVersionId: child, required }] of records.entries()) {
    const at = `/records/${i}`;
    if (!known.has(child)) faults.unknown(`${at}/moduleVersionId`, 'module version of the institution');
    if (children.has(child)) faults.impossible(`${at}/moduleVersionId`, 'is another record’s version');
    children.add(child);
    const seen = new Set<string>();
    for (const [j, { moduleVersionId: parent, studyPeriodId }] of required.entries()) {
      const pointer = `${at}/required/${j}/moduleVersionId`;
      const key = keyOf(parent, studyPeriodId ?? null);
      if (!known.has(parent)) faults.unknown(pointer, 'module version of the institution');
      else if (parent === child) faults.impossible(pointer, 'a module version cannot require itself');
      else if (seen.has(key)) faults.impossible(pointer, 'is required already');
      seen.add(key);
    }
  }
  faults.refuseAny();
}

/** Compares the requirements of a batch's versions with the stored ones: a record's list is the whole list. */
export function planRequirements(
  records: readonly ModuleRequirementsRecord[],
  stored: readonly Connection[],
  newId: () => string,
): RequirementsPlan {
  const storedOf = Map.groupBy(stored, (connection) => connection.childModuleVersionId);
  const connecting: Connection[] = [];
  const parting: Connection[] = [];
  const changedVersionIds: string[] = [];
  for (const { moduleVersionId: child, required } of records) {
    const before = storedOf.get(child) ?? [];
    const declared = new Map(
      required.map(({ moduleVersionId: parent, studyPeriodId = null }) => [
        keyOf(parent, studyPeriodId),
        { parentModuleVersionId: parent, childModuleVersionId: child, studyPeriodId },
      ]),
    );
    const ending = before.filter((connection) => !declared.has(keyOfStored(connection)));
    for (const connection of before) declared.delete(keyOfStored(connection));
    const beginning = [...declared.values()].map((connection) => ({ id: newId(), ...connection }));
    connecting.push(...beginning);
    parting.push(...ending);
    if (beginning.length + ending.length > 0) changedVersionIds.push(child);
  }
  return { connecting, parting, changedVersionIds };
}

function keyOfStored({ parentModuleVersionId, studyPeriodId }: Connection): string {
  return keyOf(parentModuleVersionId, studyPeriodId);
}

/** Tells no study period from an empty one. */
function keyOf(parentId: string, studyPeriodId: string | null): string {
  return studyPeriodId === null ? parentId : `${parentId}/${studyPeriodId}`;
}

import type { Tx } from '../../libraries/pg-batch/index.ts';
import type { TenantActor } from '../../platform/core/actor.ts';
import { refuse } from '../../platform/core/errors/refusal.ts';
import type { DomainEvent } from '../../platform/core/event.ts';
import { type ImportedRecord, ImportOutcome } from '../../proto/gen/lyceum/common/v1/import_pb.ts';
import { checkReferences, type Find, type PlacedBatch, type PlacedByRef } from '../format/check-records.ts';
import type { Fault } from '../format/check-shape.ts';
import { type Kind, kindsIn } from '../format/kind.ts';
import type { Placed } from '../format/placed.ts';
import type { IdOf } from '../format/steps.ts';
import { columnsFor, elementsOf } from './columns-of-records.ts';
import { compareLists } from './compare-lists.ts';
import { findCycles } from './find-cycles.ts';
import { lockImport } from './import-lock.ts';
import { keepValid } from './keep-valid.ts';
import type { KindStatements } from './kind-statements.ts';
import { type Entry, type ImportContext, Plan } from './plan.ts';
import { finder, findTargets, lockRows, readList } from './read-rows.ts';
import { type ChangedList, writePlan } from './write-plan.ts';

/** The context of a batch that may not be the last one of its section. */
export interface BatchContext extends ImportContext {
  /** The refs of later records that name the section's counted list. */
  readonly following: readonly string[];
}

/** How a service imports a section, beyond what its declaration says. @typeParam Loaded what `load` reads */
export interface SectionImport<Loaded = unknown> {
  readonly root: Kind;
  /** Reads what `complete` needs, together with the rows of the batch. */
  load?(tx: Tx, actor: TenantActor): Promise<Loaded>;
  /** Completes a plan before its records are compared with their rows: refuses, sets further columns, marks changes. */
  complete?(plan: Plan, context: ImportContext & { readonly loaded: Loaded }): Promise<void> | void;
  /** Sends what must precede the writes of a plan; returns the events. */
  finish?(plan: Plan, context: BatchContext): Promise<readonly DomainEvent[]> | readonly DomainEvent[];
}

/** A batch whose records are valid by themselves. */
export interface CheckedBatch extends PlacedBatch {
  readonly section: SectionImport;
  readonly byRef: PlacedByRef;
  readonly following: readonly string[];
}

/** What a batch is compared with. */
interface ImportSources {
  /** By kind. */
  readonly statements: ReadonlyMap<string, KindStatements>;
  /** The ids that exist of other services' records, by section. */
  readonly foreign: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ImportedBatch {
  readonly records: ImportedRecord[];
  readonly events: readonly DomainEvent[];
  /**
   * The references that lead back to where they began. To be called when the whole transaction is written: a later
   * batch may remove what leads back.
   */
  findCycles(): Promise<Fault[]>;
}

/**
 * Imports a batch: creates its records, or updates those that differ from the rows with their refs. What a record does
 * not name stays as it is stored. A record is identified by its ref, wherever it was before: it may move to another
 * parent. Refuses unknown references with REQUEST_INVALID. The number of statements does not depend on the size of the
 * batch. Imports of an institution wait for each other.
 */
export async function importBatch(
  batch: CheckedBatch,
  { statements, foreign }: ImportSources,
  context: ImportContext,
): Promise<ImportedBatch> {
  const { root, section, byRef } = batch;
  const { tx, actor } = context;
  const kinds = kindsIn(root).flatMap((kind) => statements.get(kind.name) ?? []);
  const placed = Map.groupBy(batch.placed, ({ kind }) => kind.name);
  lockImport(tx, actor.institutionId);
  const [rows, targets, lists, loaded] = await Promise.all([
    lockRows(tx, actor, placed, statements),
    findTargets(tx, actor, placed, byRef, statements),
    Promise.all(
      listsOf(kinds).map(async (each) => ({
        ...each,
        stored: await readList(tx, actor, placed.get(each.kind.name) ?? [], each.field, each.own),
      })),
    ),
    section.load?.(tx, actor),
  ]);
  const find = finder(statements, byRef, targets, foreign);
  refuseUnknown(batch.placed, find);

  const entries = new Map<Placed, Entry>();
  for (const { kind } of kinds) {
    for (const each of placed.get(kind.name) ?? []) {
      const before = rows.get(kind.name)?.get(String(each.record.ref)) ?? null;
      const id = before?.id ?? context.newId();
      entries.set(each, {
        id,
        record: each.record,
        placed: each,
        values: {},
        before,
        shown: new Set(),
        change: 'none',
      });
    }
  }
  const idOf: IdOf = (kind, ref) => {
    const own = byRef.of(kind).get(ref);
    return (own && entries.get(own)?.id) ?? targets.get(kind)?.get(ref)?.id ?? ref;
  };
  const plan = new Plan([...entries.values()]);
  // All ids are assigned before columns are set: a record may refer to one after it.
  for (const { kind } of kinds) {
    const columns = columnsFor(kind, idOf, context);
    for (const entry of plan.of(kind)) entry.values = columns(entry);
  }
  for (const { kind } of kinds) keepValid(plan, kind);
  await section.complete?.(plan, { ...context, loaded });
  const changedLists = lists.map(({ kind, field, own, stored }): ChangedList => {
    const change = compareLists(own, stored, elementsOf(kind, field, plan.of(kind), idOf));
    for (const id of change.ownerIds) plan.touch(kind, id, own.list.shownAs ?? field);
    return { statements: own, ...change };
  });
  plan.compare();
  await touchParents(plan, kinds, context);
  const events = (await section.finish?.(plan, { ...context, following: batch.following })) ?? [];
  writePlan(plan, kinds, changedLists, context);
  return {
    records: kinds.flatMap(({ kind }) => plan.of(kind).map((entry) => importedRecord(kind, entry))),
    events,
    async findCycles() {
      const found = kinds.map((own) => findCycles(tx, actor, plan.of(own.kind), own, idOf));
      return (await Promise.all(found)).flat();
    },
  };
}

function listsOf(kinds: readonly KindStatements[]) {
  return kinds.flatMap(({ kind, lists }) => Object.entries(lists).map(([field, own]) => ({ kind, field, own })));
}

function refuseUnknown(records: readonly Placed[], find: Find): void {
  const faults: Fault[] = [];
  checkReferences(records, find, faults);
  const violations = faults.map((fault) => ({ ...fault, code: 'invalid_reference' as const }));
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** Marks the rows that show changed records, also those outside the batch that records leave. */
async function touchParents(plan: Plan, kinds: readonly KindStatements[], { tx, actor }: ImportContext): Promise<void> {
  for (const { kind, parents } of kinds.toReversed()) {
    const { parent = '', shownAs } = kind;
    const container = kinds.find((each) =>
      Object.values(each.kind.nested).some((nested) => nested.kind === kind),
    )?.kind;
    const left = plan.left(kind);
    if (parents && left.length > 0) {
      const rows = await tx.rows(parents, { institutionId: actor.institutionId, ids: left.map(({ id }) => id) });
      const parentOf = new Map(rows.map((row) => [row.id, String(row[parent])]));
      for (const each of left) each.parentId = parentOf.get(each.id) ?? null;
    }
    if (!container || shownAs === undefined) continue;
    for (const { change, values, before } of plan.of(kind)) {
      if (change === 'none') continue;
      for (const row of [values, before ?? values]) plan.touch(container, String(row[parent]), shownAs);
    }
    for (const { parentId } of left) if (parentId !== null) plan.touch(container, parentId, shownAs);
  }
}

/** The result for a record; for a course with the id of its layer. */
function importedRecord({ name }: Kind, { id, record, values, change }: Entry): ImportedRecord {
  return {
    $typeName: 'lyceum.common.v1.ImportedRecord',
    section: name,
    ref: String(record.ref),
    id,
    outcome: OUTCOMES[change],
    layerId: String(values.layerId ?? ''),
  };
}

const OUTCOMES = {
  create: ImportOutcome.CREATED,
  update: ImportOutcome.UPDATED,
  none: ImportOutcome.UNCHANGED,
} as const;

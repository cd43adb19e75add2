import { create, type MessageShape } from '@bufbuild/protobuf';
import { services } from '../../deploy/installation/services.ts';
import type { Call } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { systemIds } from '../../platform/core/ids.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import { appliedSequence } from '../../platform/data/erasure/applied-erasures.ts';
import type { ErasureJournal } from '../../platform/data/erasure/journal.ts';
import { findStandstill } from '../../platform/data/standstill/closing-rows.ts';
import type { Runtime } from '../../platform/handler/runtime.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { applyErasure, deletedBy, eraseAgain, erasedBy } from '../../platform/process/erasure/apply-erasure.ts';
import { definitionOf } from '../definition-of.ts';
import { serviceOfDatabase } from '../service-databases.ts';

type Databases = ReadonlyMap<string, Database>;

/**
 * Applies the journal of erasures to all databases of all services, none of which has to run.
 * @returns how many entries each database was behind
 */
export async function applyJournal(
  databases: Databases,
  journal: ErasureJournal,
): Promise<ReadonlyMap<string, number>> {
  const applied = new Map<string, number>();
  const behind = new Map<string, number>();
  for (const [database, db] of databases) {
    const sequence = await appliedSequence(db);
    applied.set(database, sequence);
    behind.set(database, (await journal.after(sequence)).length);
  }
  const entries = await journal.after(Math.min(...applied.values()));
  // Directory first: it has the records of requests forget what it knows itself at that moment.
  const deleted = deletedBy(entries);
  for (const entry of entries) {
    const erased = erasedBy(entry, deleted);
    for (const database of databases.keys()) {
      const definition = definitionOf(database);
      const isNew = entry.sequence > (applied.get(database) ?? 0);
      const runtime = runtimeOn(databases, database);
      if ('person' in erased && (isNew || database === 'directory'))
        await definition.erasing?.before?.(runtime, erased.person, AT_ONCE);
      if (isNew) await applyErasure({ runtime, definition }, entry, erased, AT_ONCE.isOlder);
    }
  }
  return behind;
}

/** An institution that was imported. */
export interface Imported {
  /** The institution's id in the archive, and in the databases. */
  readonly from: string;
  readonly to: string;
  /** The id here of a record in the archive. */
  newIdOf(id: string): string;
}

/**
 * Erases from an institution that was imported what was erased before: its archive may be older. From a copy go the same
 * people, with their new ids. May be repeated; once it was thawed, what is of an age is for its own retention to remove.
 */
export async function eraseImported(
  databases: Databases,
  journal: ErasureJournal,
  { from, to, newIdOf }: Imported,
): Promise<void> {
  const standstill = await findStandstill(present(databases.get('directory'), 'directory'), to);
  if (standstill?.state !== 'frozen') return;
  for (const entry of await journal.after(0)) {
    if (entry.institutionId !== from) continue;
    const userId = entry.userId === null ? null : newIdOf(entry.userId);
    const erased = erasedBy({ ...entry, institutionId: to, userId }, NONE);
    for (const definition of services) {
      const { name, erasing } = definition;
      const runtime = runtimeOn(databases, name);
      if ('person' in erased) await erasing?.before?.(runtime, erased.person, AT_ONCE);
      await eraseAgain({ runtime, definition }, erased, AT_ONCE.isOlder);
    }
  }
}

const NONE: ReadonlySet<string> = new Set();
const AT_ONCE = { isOlder: true, waitedMs: Number.POSITIVE_INFINITY };

/** What operations of a service need, on the databases alone: one service calls another in this process. */
function runtimeOn(databases: Databases, database: string): Runtime {
  return {
    service: serviceOfDatabase(database),
    configuration: {},
    db: present(databases.get(database), database),
    clock: systemClock,
    ids: systemIds,
    log: silentLogger,
    placements: { servers: new Map() },
    call: (context) => callOn(databases, context),
    committed: () => undefined,
  };
}

function callOn(databases: Databases, context: CallContext): Call {
  return async (method, request) => {
    for (const { name, implementations } of services) {
      const operations = implementations.flatMap((each) => each.operations);
      const operation = operations.find((each) => each.method === method);
      if (!operation) continue;
      const input = create(method.input, request);
      const { message } = await operation.run(runtimeOn(databases, name), input, context);
      return message as MessageShape<typeof method.output>;
    }
    throw new Error(`no service implements ${method.name}`);
  };
}

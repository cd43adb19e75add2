import { setTimeout as delay } from 'node:timers/promises';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import type { ErasureJournal } from '../../platform/data/erasure/journal.ts';
import { nameAt, writePlacement } from '../../platform/data/placements.ts';
import type { Standstill } from '../../platform/data/platform-tables.ts';
import { findStandstill } from '../../platform/data/standstill/closing-rows.ts';
import { markMoved, unmarkMoved } from '../../platform/data/standstill/moving-rows.ts';
import { endFreeze } from '../../platform/data/standstill/standstill-rows.ts';
import { KNOWN_FOR_MS, LONGEST_KNOWN_FOR_MS } from '../../platform/process/placements.ts';
import { untilApplied } from '../erasure/until-applied.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { MovingInstitution } from '../moving/moving-institution.ts';
import { type Databases, databaseFailure, placedAt, serverOf, serverOfDatabase } from '../service-databases.ts';
import { PLACEABLE } from '../service-names.ts';
import { tellAccess } from '../standstill/closing.ts';
import { copyRows } from './copy-rows.ts';
import { removeRows } from './remove-rows.ts';
import { requireServer } from './require-server.ts';

export interface Placing {
  /** Those of all servers, opened and as URLs without a connection pooler. */
  readonly databases: ReadonlyMap<string, Database>;
  readonly urls: Databases;
  readonly institutionId: string;
  /** The server that gets its rows; empty for the first one. */
  readonly server: string;
  /** Undefined where nobody can be erased. */
  readonly journal: ErasureJournal | undefined;
  /** Runs a step, and tells of it. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly onTable: (name: string) => void;
}

/**
 * Gives the rows that placeable services have of an institution to another server: freeze, copy, compare, leave, route,
 * thaw, remove. What it finds in the databases says how far it was, so the same again goes on.
 *
 * There is never a moment at which two servers can change them. Until the institution has left, what is there is a copy
 * that nobody is led to. From then on it cannot be changed where it was, whatever ends; there it can be once all processes
 * know, or else refuse.
 * @returns false if it was there before, and nothing was left elsewhere
 */
export async function place(task: Placing): Promise<boolean> {
  const { urls, institutionId, server, step } = task;
  const left = await leftServer(task);
  const from = left ?? (await serverOf(urls, institutionId));
  if (from === server) return giveUp(task, server);
  if (left === undefined) {
    await requireServer(task);
    // From now on, processes soon refuse rather than go by what they can no longer read.
    await sayPlace(task, from);
    const erased = await untilErased(task);
    try {
      const until = await step('freeze', () => freeze(task, from, erased));
      await step('copy', () => copy(task, from));
      await step('leave', () => leave(task, from, until));
    } catch (error) {
      await open(task, from).catch(() => undefined);
      const copies = copiesBeside(task, from);
      await copies.then((found) => removeCopies(found, task)).catch(() => undefined);
      throw error;
    }
  }
  await settle(task, from);
  return true;
}

/**
 * The server that the institution has left for this one, while that is not done.
 * @throws CommandFailure if it has left for another one: only that can go on
 */
async function leftServer(task: Placing): Promise<string | undefined> {
  for (const server of serversOf(task)) {
    const rows = await Promise.all(places(task, server).map(({ db }) => findStandstill(db, task.institutionId)));
    const [to] = new Set(rows.map((row) => row?.movedTo));
    const hasLeft = (row: Standstill | undefined) =>
      row?.movedTo === to && (row?.state === 'moved' || row?.state === 'deleting');
    if (to == null || !rows.every(hasLeft) || rows.every((row) => row?.deletedAt !== null)) continue;
    if (to === markOf(task.server)) return server;
    throw new CommandFailure(
      `The institution is leaving for ${to}: let that end first, by the same command as before.`,
    );
  }
  return undefined;
}

/** Waits until all that was erased is gone everywhere: a copy would bring it back. @returns the last of it in the journal */
async function untilErased({ databases, journal }: Placing): Promise<number> {
  const sequence = (await journal?.after(0))?.at(-1)?.sequence ?? 0;
  const behind = await untilApplied(databases, sequence);
  if (behind.length > 0) throw new TryAgainLater(`What was erased is not gone yet in ${behind.join(', ')}.`);
  return sequence;
}

/** Lets nothing change it, and nobody of it be erased any more. @returns when that ends by itself; null if never */
async function freeze(task: Placing, from: string, erased: number): Promise<string | null> {
  const { institutionId, journal } = task;
  // Where an attempt was ended while it left: it has not.
  for (const { db } of places(task, from)) await unmarkMoved(db, institutionId);
  const until = await frozenAt(task, from).freeze();
  const since = (await journal?.after(erased)) ?? [];
  if (since.some((erasure) => erasure.institutionId === institutionId))
    throw new TryAgainLater('Somebody was erased a moment ago.');
  return until;
}

async function copy(task: Placing, from: string): Promise<void> {
  const { institutionId, server, onTable } = task;
  for (const { service, url } of places(task, server)) {
    await removeRows(service, url, institutionId);
    const copying = { service, institutionId, from: urlAt(task, service, from), to: url, onTable };
    await copyRows(copying).catch((error: unknown) => {
      throw error instanceof CommandFailure ? error : databaseFailure(nameAt(service, server), error);
    });
  }
}

/** @throws TryAgainLater if the freeze has ended meanwhile: then it has not left */
async function leave(task: Placing, from: string, until: string | null): Promise<void> {
  const { institutionId, server } = task;
  for (const { db } of places(task, from))
    if (!(await markMoved(db, { institutionId, to: markOf(server), until })))
      throw new TryAgainLater('The freeze has ended before all was there. The same command begins anew.');
}

/** All after it has left. */
async function settle(task: Placing, from: string): Promise<void> {
  const { databases, institutionId, server, step } = task;
  await step('route', async () => {
    await sayPlace(task, server);
    await delay(KNOWN_FOR_MS);
    await tellAccess(databases);
  });
  await step('thaw', async () => {
    for (const db of databases.values()) await endFreeze(db, institutionId);
  });
  await step('remove', async () => {
    // A process that could not read it before it was moved still answers reads as they were.
    await delay(LONGEST_KNOWN_FOR_MS - KNOWN_FOR_MS);
    await removeCopies(places(task, from), task);
  });
}

async function sayPlace({ databases, institutionId }: Placing, server: string): Promise<void> {
  for (const db of databases.values()) await writePlacement(db, { institutionId, server });
}

/** Ends an attempt to place an institution elsewhere: it can be changed where it is. @returns false if there was none */
async function giveUp(task: Placing, server: string): Promise<boolean> {
  const { institutionId, step } = task;
  const copies = await copiesBeside(task, server);
  const here = await Promise.all(places(task, server).map(({ db }) => findStandstill(db, institutionId)));
  if (copies.length === 0 && here.every((row) => row?.state !== 'moved')) return false;
  await step('thaw', () => open(task, server));
  await step('remove', () => removeCopies(copies, task));
  return true;
}

/** Lets it be changed where it is. */
async function open(task: Placing, server: string): Promise<void> {
  const { databases, institutionId } = task;
  for (const { db } of places(task, server)) await unmarkMoved(db, institutionId);
  for (const db of placedAt(databases, server).values()) await endFreeze(db, institutionId);
}

/** The databases with rows of it that are only a copy. */
async function copiesBeside(task: Placing, server: string): Promise<Place[]> {
  const others = [...serversOf(task)].filter((each) => each !== server).flatMap((each) => places(task, each));
  const rows = await Promise.all(others.map(({ db }) => findStandstill(db, task.institutionId)));
  return others.filter((_, index) => rows[index] && rows[index].deletedAt === null);
}

async function removeCopies(copies: readonly Place[], { institutionId }: Placing): Promise<void> {
  for (const { service, url } of copies) await removeRows(service, url, institutionId);
}

function frozenAt({ databases, urls, institutionId }: Placing, server: string): MovingInstitution {
  const own = placedAt(databases, server);
  return new MovingInstitution({ environment: {}, urls, databases: own }, institutionId);
}

function serversOf({ databases }: Placing): ReadonlySet<string> {
  return new Set([...databases.keys()].map(serverOfDatabase));
}

/** The database of a placeable service on a server. */
interface Place {
  readonly service: string;
  readonly db: Database;
  /** Without a connection pooler. */
  readonly url: string;
}

function places(task: Placing, server: string): Place[] {
  return PLACEABLE.map((service) => ({
    service,
    db: present(task.databases.get(nameAt(service, server)), service),
    url: urlAt(task, service, server),
  }));
}

function urlAt({ urls }: Placing, service: string, server: string): string {
  return present(new Map(urls).get(nameAt(service, server)), service);
}

/** What the fence at the former place says of the new one. */
function markOf(server: string): string {
  return `the server ${server || 'first'}`;
}

import { rm } from 'node:fs/promises';
import { openClient } from '../../libraries/pg-batch/index.ts';
import { systemClock } from '../../platform/core/clock.ts';
import { KeyRing, newSecretKeyText } from '../../platform/core/config/key-ring.ts';
import { toInstantText } from '../../platform/core/instant.ts';
import type { Manifest } from '../../platform/data/archive/manifest.ts';
import { compareWithLive } from '../archive/compare-live.ts';
import { exportInstitution } from '../archive/export-institution.ts';
import { verifyArchive } from '../archive/read-archive.ts';
import { keysOfService } from '../archive/sealed-values.ts';
import { CommandFailure, TryAgainLater } from '../failure.ts';
import { positionOf } from '../standstill/freeze.ts';
import type { Installation } from './installation.ts';
import { InstitutionCopy } from './institution-copy.ts';
import { type MoveFile, readMove, removeMove, writeMove } from './move-file.ts';
import { MovingInstitution } from './moving-institution.ts';

export interface Move {
  readonly source: Installation;
  readonly target: Installation;
  readonly institution: Manifest['institution'];
  /** The base address of the target's gateway. */
  readonly to: string;
  /** The path of the archive. */
  readonly archive: string;
  /** After how many days its rows at the source go. */
  readonly days: number;
  /** Runs a step, and tells of it. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  readonly onTable: (name: string) => void;
}

/**
 * Moves an institution to another installation: freeze, export, import, verify, route, thaw there, close here. Each
 * step finds out what is done, so that the same move goes on where it was ended.
 * @returns false if it had moved before
 */
export async function move(task: Move): Promise<boolean> {
  const { archive, to, days, step } = task;
  const [here, there] = sidesOf(task);
  const moved = await here.moved();
  if (moved && moved.to !== to) throw new CommandFailure(`The institution has moved to ${moved.to}.`);
  if (moved?.isDone) return false;
  if (!moved) await copy(task);
  await step('thaw', async () => {
    await there.keepErasures(archive);
    await there.thaw();
  });
  await step('close', async () => here.close(archive, await verifyArchive(archive), days));
  await removeMove(archive);
  return true;
}

/** Undoes a move of which the target was not thawed. @returns false if there was none */
export async function moveBack(task: Move): Promise<boolean> {
  const { archive, step } = task;
  const [here, there] = sidesOf(task);
  const begun = await readMove(archive);
  if (!begun) {
    if (!(await here.moved())) return false;
    throw new CommandFailure(`There is no file ${archive}.move: run the command where the move was begun.`);
  }
  if ((await there.state()) === 'thawed')
    throw new CommandFailure('The institution can be changed at the other installation already: it stays there.');
  await closeCopy(task, begun);
  await step('open', () => here.open());
  await step('remove', () => removeCopy(task));
  await forget(task);
  return true;
}

/** Holds a lock meanwhile: of two commands at once, the second is refused. */
export async function oneAtATime<T>(
  { urls, institutionId }: Pick<Installation, 'urls'> & { readonly institutionId: string },
  work: () => Promise<T>,
) {
  const client = await openClient({ connectionString: new Map(urls).get('directory') });
  try {
    const lock = "SELECT pg_try_advisory_lock(hashtextextended('move ' || $1, 0)) AS held";
    const { rows } = await client.query<{ held: boolean }>(lock, [institutionId]);
    if (!rows[0]?.held) throw new TryAgainLater('Another command is moving the institution.');
    return await work();
  } finally {
    await client.end();
  }
}

/** All steps that can be undone: until requests are told to go there. */
async function copy(task: Move): Promise<void> {
  const { target, archive, to, step, onTable } = task;
  const [here, there] = sidesOf(task);
  const begun = await step('freeze', () => frozen(task));
  const { until, key } = begun;
  if (!begun.digest)
    await step('export', async () => writeMove(archive, { ...begun, digest: await exported(task, begun) }));
  const manifest = await step('import', () => there.make({ path: archive, keys: new KeyRing(key) }, onTable));
  await step('verify', async () => {
    const { differencesTotal } = await compareWithLive(archive, manifest, target.urls);
    if (differencesTotal > 0)
      throw new CommandFailure(`${differencesTotal} rows differ there. --back undoes the move.`);
  });
  await step('route', () => here.route(to, until));
}

/** @returns the digest of the archive */
async function exported(task: Move, { until, key }: MoveFile): Promise<string> {
  const { source, institution, archive: out, onTable } = task;
  const now = toInstantText(systemClock.now());
  const position = await positionOf(source.databases, institution.id);
  const [here] = sidesOf(task);
  const { digest } = await exportInstitution({
    ...{ databases: source.urls, institution, out, now, onTable, isOfRowsAlone: true },
    frozen: { since: now, until, position, isOwn: true, holds: () => here.holds(until) },
    keys: { archive: new KeyRing(key), of: (service) => keysOfService(service, source.environment) },
  });
  return digest;
}

/** The move as it was begun, if the institution has stood still since; otherwise a new one. */
async function frozen(task: Move): Promise<MoveFile> {
  const { archive, institution, to } = task;
  const [here] = sidesOf(task);
  const begun = await readMove(archive);
  if (begun && (begun.to !== to || begun.institutionId !== institution.id))
    throw new CommandFailure(`${archive} belongs to the move of ${begun.institutionId} to ${begun.to}.`);
  if (begun && (await here.holds(begun.until))) return begun;
  if (begun) {
    await closeCopy(task, begun);
    await removeCopy(task);
    await forget(task);
  }
  const until = await here.freeze();
  const fresh = { institutionId: institution.id, to, until, key: newSecretKeyText('move') };
  await writeMove(archive, fresh);
  return fresh;
}

/** Lets nobody thaw what is there of the copy. One that is half made is made first: nothing else knows all its parts. */
async function closeCopy(task: Move, { key }: MoveFile): Promise<void> {
  const [, there] = sidesOf(task);
  if ((await there.state()) !== 'frozen') return;
  await there.make({ path: task.archive, keys: new KeyRing(key) }, task.onTable);
  await there.close();
}

async function removeCopy(task: Move): Promise<void> {
  const [, there] = sidesOf(task);
  if ((await there.state()) === 'ending') await there.remove();
}

async function forget({ archive }: Move): Promise<void> {
  await rm(archive, { force: true });
  await rm(`${archive}.unfinished`, { force: true });
  await removeMove(archive);
}

function sidesOf({ source, target, institution }: Move): [MovingInstitution, InstitutionCopy] {
  return [new MovingInstitution(source, institution.id), new InstitutionCopy(target, institution.id)];
}

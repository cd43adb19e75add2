import { setTimeout as delay } from 'node:timers/promises';
import { Member, type MemberNames } from '../time-tracking/member.ts';
import type { Draws } from './draws.ts';
import type { KeptCopy } from './kept-copy.ts';
import type { TestSystem } from './test-system.ts';
import type { Timetable } from './test-timetable.ts';
import { until } from './until.ts';

interface Writing {
  readonly system: TestSystem;
  readonly timetable: Timetable;
  readonly draws: Draws;
  readonly writers: number;
  readonly people: number;
  /** How long each writer rests between its changes, in milliseconds. */
  readonly restMs: number;
}

/** Begins to write what a copy keeps: names, logs, appointments. Returns what ends it. */
export async function beginWriting({ system, timetable, draws, writers, people, restMs }: Writing) {
  const { client, institution } = timetable;
  const members: MemberNames[] = await Promise.all(Array.from({ length: people }, () => Member.create(client)));
  const own = await Promise.all(Array.from({ length: writers }, () => system.newClient(institution.id)));
  let isOver = false;
  const running = own.map(async (writer) => {
    for (; !isOver; await delay(restMs)) {
      const person = draws.oneOf(members);
      const day = `2026-0${draws.between(1, 8)}-${draws.between(10, 28)}`;
      const kind = draws.below(4);
      if (kind === 0)
        await writer.patch(`/users/${person.userId}`, { name: `P${draws.below(1000)}` }, { ifMatch: '*' });
      if (kind === 1) await new Member(writer, person).log(`${day}T08:00:00Z`, `${day}T0${draws.between(8, 9)}:30:00Z`);
      if (kind === 2)
        await timetable.create({ userIds: [person.userId], rooms: [{ roomId: timetable.id('rooms/hall') }] });
      if (kind === 3) {
        const made = await timetable.create({ title: 'Gone' });
        await (draws.chance(0.5) ? timetable.delete(made) : timetable.patch(made, { title: `T${draws.below(1000)}` }));
      }
    }
  });
  return async () => {
    isOver = true;
    await Promise.all(running);
  };
}

/** Starts `sync` and kills it at a random moment, most of the times amid its work. Throws if it has ended before. */
export async function killAtAnyMoment(
  copy: KeptCopy,
  draws: Draws,
  start = () => copy.start('--follow'),
): Promise<void> {
  const progress = () =>
    Promise.all(['_sync', '_lists', '_stale'].map((table) => copy.rows(`SELECT * FROM ${table}`))).then(
      (rows) => JSON.stringify(rows),
      () => 'no tables yet',
    );
  const before = await progress();
  const program = start();
  if (!draws.oneIn(5)) await until('progress', async () => (await progress()) !== before, 120_000);
  await delay(draws.below(600));
  program.kill('SIGKILL');
  const { signal } = await program.exited;
  if (signal !== 'SIGKILL' || /error/i.test(program.stderr)) throw new Error(`it ended alone: ${program.stderr}`);
}

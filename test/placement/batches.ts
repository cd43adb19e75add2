import { expect, it } from 'vitest';
import { present } from '../../platform/core/present.ts';
import { describeInOneProcess } from '../support/shape/shape.ts';
import { newUser } from '../support/test-directory.ts';
import { Member, must } from '../time-tracking/member.ts';
import type { School, World } from './world.ts';

/** What comes at once shares transactions and statements: with what is on the same server. */
export function describeBatches({ system, first, placed }: World): void {
  describeInOneProcess('it counts the batches of both', 'writes and reads of both at once', () => {
    it('are merged on each server, each with its own answer', async () => {
      const countsOf = (name: string) =>
        present(
          system.lyceum.system.services.find((each) => each.name === name),
          name,
        ).counts.database;
      const names = ['timetracking', 'timetracking@b'];
      const membersOf = ({ institution: { client } }: School) =>
        Promise.all(
          Array.from({ length: MEMBERS }, async () => {
            const { id } = await newUser(client);
            return new Member(client, { userId: id, email: '', code: '' });
          }),
        );
      const [ours, theirs] = await Promise.all([membersOf(first), membersOf(placed)]);
      const before = names.map(countsOf);
      const alternating = ours.flatMap((member, index) => [member, theirs[index] ?? member]);
      const at = (member: Member) =>
        `2026-10-05T07:00:${String(alternating.indexOf(member) % 60).padStart(2, '0')}.000Z`;
      const started = await Promise.all(alternating.map((member) => member.start(at(member))));
      const read = await Promise.all(alternating.map((member) => member.active()));
      for (const [index, member] of alternating.entries()) {
        const { data } = must(201, started[index] as (typeof started)[0]).body;
        expect([data.userId, data.startTime]).toEqual([member.userId, at(member)]);
        expect(read[index]).toEqual(data);
      }
      for (const [index, name] of names.entries()) {
        const [then, now] = [present(before[index], name), countsOf(name)];
        const merged = now.sharedWrites - then.sharedWrites;
        expect([name, merged > now.sharedTransactions - then.sharedTransactions]).toEqual([name, true]);
        expect([name, merged <= MEMBERS]).toEqual([name, true]);
      }
    });
  });
}

const MEMBERS = 40;

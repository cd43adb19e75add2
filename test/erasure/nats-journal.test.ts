import { afterAll, beforeAll, expect, it } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { NatsJournal } from '../../platform/events/nats/nats-journal.ts';
import { NatsLink } from '../../platform/events/nats/nats-link.ts';
import { ERASURES_STREAM } from '../../platform/events/nats/nats-user.ts';
import { silentLogger } from '../../platform/observability/log.ts';
import { TestNats } from '../support/nats/nats-server.ts';

let nats: TestNats;
const links: NatsLink[] = [];
beforeAll(async () => {
  nats = await TestNats.start(natsUsers);
});
afterAll(async () => {
  for (const link of links) await link.close();
  await nats.remove();
});

async function journalOf(user: string): Promise<NatsJournal> {
  const link = await NatsLink.open({ url: nats.urlOf(user), name: user, log: silentLogger });
  links.push(link);
  return new NatsJournal(link, ERASURES_STREAM);
}

const of = (userId: string) => ({
  ...{ at: '2026-10-05T08:00:00.000Z', institutionId: 'i', userId, kind: 'person' as const },
});

it('is written by directory and the command line, each person once, and read by every service', async () => {
  const directory = await journalOf('directory');
  await directory.requireWritable();
  const entries = await Promise.all(['a', 'b', 'a'].map((userId) => directory.append(of(userId))));
  expect(entries.map(({ sequence }) => sequence)).toEqual([1, 2, 1]);
  for (const user of ['directory', 'activity', 'operator'])
    expect((await (await journalOf(user)).after(1)).map(({ userId }) => userId)).toEqual(['b']);
  const other = await journalOf('activity');
  await expect(other.append(of('c'))).rejects.toThrow(ERASURES_STREAM);
  await expect(other.after(3)).rejects.toThrow('has 2 entries, and the database has applied 3');
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { natsUsers } from '../../deploy/installation/nats-users.ts';
import { natsAccounts } from '../../deploy/nats/accounts.ts';
import { provisionNats } from '../../deploy/nats/provision.ts';
import { findNatsServer } from '../../dev/nats-server/find-nats-server.ts';
import { newPasswords } from '../../dev/nats-server/passwords.ts';
import { type NatsServer, startNatsServer } from '../../dev/nats-server/start-nats-server.ts';
import { findFreePort } from '../../libraries/embedded-postgres/free-port.ts';
import { ADMIN } from '../../platform/events/nats/nats-user.ts';
import { always } from '../support/nats/events.ts';
import { newEvent } from '../support/nats/nats-bench.ts';
import { newTestBus } from '../support/nats/nats-users.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('a password changes with a second user of the account, and no event of either user is lost', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lyceum-nats-'));
  ends.push(() => rm(directory, { recursive: true, force: true }));
  const passwords = newPasswords([...natsUsers, { name: 'directory_2' }]);
  const options = {
    program: await findNatsServer(process.env),
    directory,
    port: await findFreePort(null),
    users: natsUsers,
    passwords,
  };
  let server: NatsServer | undefined;
  ends.push(async () => server?.stop());
  /** Restarts the server with these users in directory's account, as in docs/operations.md. */
  const serve = async (...names: string[]) => {
    await server?.stop();
    const accounts = natsAccounts(natsUsers);
    const users = names.map((user) => ({ user, password: `<< $NATS_PASSWORD_${user.toUpperCase()} >>` }));
    const own = { ...accounts.DIRECTORY, users };
    server = await startNatsServer({ ...options, settings: { accounts: { ...accounts, DIRECTORY: own } } });
    return server;
  };
  const first = await serve('directory');
  const limits = { replicas: 1, days: 1, bytes: -1 };
  await provisionNats({ address: { url: first.urlOf(ADMIN) }, users: natsUsers, limits });

  const enter = async (user: string) => {
    const { bus, link, close } = await newTestBus(first.urlOf(user));
    ends.push(close);
    return {
      link,
      /** Publishes like the relay, and retries until the event is accepted. */
      publish: () => {
        const event = newEvent();
        return vi.waitFor(async () => expect((await bus.publish([event], always)).ids.size).toBe(1), {
          timeout: 20_000,
          interval: 50,
        });
      },
    };
  };
  const old = await enter('directory');
  await old.publish();
  await serve('directory', 'directory_2');
  await old.publish();
  const next = await enter('directory_2');
  await next.publish();
  await serve('directory_2');
  await next.publish();
  await vi.waitFor(() => expect(next.link.connection).not.toBeNull(), 20_000);
  expect(old.link.connection).toBeNull();
});

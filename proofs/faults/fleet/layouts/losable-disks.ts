import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { natsUsers } from '../../../../deploy/installation/nats-users.ts';
import { provisionNats } from '../../../../deploy/nats/provision.ts';
import { newPasswords } from '../../../../dev/nats-server/passwords.ts';
import { findFreePort } from '../../../../libraries/embedded-postgres/free-port.ts';
import { ADMIN } from '../../../../platform/events/nats/nats-user.ts';
import { LoopDisk } from '../../../../test/support/loop-disk.ts';
import { findClusterNats } from '../../../../test/support/nats/find-cluster-nats.ts';
import { NatsMember } from '../../../../test/support/nats/nats-member.ts';
import { declarable } from '../../../../test/support/nats/nats-server.ts';
import { deployedCluster } from '../../../../test/support/postgres/deployed-cluster.ts';
import type { Instance } from '../../../../test/support/postgres/instance.ts';
import type { TestScope } from '../../../../test/support/test-scope.ts';
import type { Infrastructure, Layout } from '../infrastructure.ts';
import type { Service } from '../parts.ts';
import { startInstance } from './postgres-instance.ts';

/** A server with a disk of its own. */
interface Machine {
  readonly disk: LoopDisk;
  kill(): Promise<void>;
  start(): Promise<void>;
}

/** One PostgreSQL and one NATS server with the settings of production, each on a disk that can lose its power. */
export class LosableDisks implements Infrastructure {
  readonly machines: Readonly<Record<'PostgreSQL' | 'NATS', Machine>>;
  readonly #postgres: Instance;
  readonly #nats: NatsMember;

  private constructor(postgres: Instance, nats: NatsMember, disks: Readonly<Record<'PostgreSQL' | 'NATS', LoopDisk>>) {
    this.#postgres = postgres;
    this.#nats = nats;
    this.machines = {
      PostgreSQL: { disk: disks.PostgreSQL, kill: () => postgres.kill(), start: () => postgres.start() },
      NATS: { disk: disks.NATS, kill: () => nats.end('SIGKILL'), start: () => nats.start() },
    };
  }

  static async start(scope: TestScope): Promise<LosableDisks> {
    const newDisk = async () => {
      const disk = await LoopDisk.make();
      scope.onClear(() => disk.remove());
      return disk;
    };
    const disks = { PostgreSQL: await newDisk(), NATS: await newDisk() };
    const postgres = await startInstance(scope, {
      folder: disks.PostgreSQL.path,
      settings: (await deployedCluster()).parameters,
    });
    const nats = await startNats(scope, disks.NATS);
    // A cluster that was copied is only synced when it is old.
    for (const disk of Object.values(disks)) disk.sync();
    return new LosableDisks(postgres, nats, disks);
  }

  databaseUrl(service: Service): string {
    return this.#postgres.url(service);
  }

  databaseOf(service: Service): { readonly databaseUrl: string } {
    return { databaseUrl: this.databaseUrl(service) };
  }

  natsUrl(user: string): string {
    return this.#nats.urlOf(user);
  }
}

async function startNats(scope: TestScope, { path }: LoopDisk): Promise<NatsMember> {
  // Older servers do not sync what they acknowledge.
  const program = await findClusterNats();
  if (program === undefined) throw new Error('NATS 2.11 is needed');
  const directory = join(path, 'nats');
  await mkdir(directory);
  const passwords = newPasswords(natsUsers);
  const nats = new NatsMember({ program, directory, port: await findFreePort(null), users: natsUsers, passwords });
  scope.onClear(() => nats.end('SIGKILL'));
  await nats.start();
  const address = { url: nats.urlOf(ADMIN), ca: undefined };
  await provisionNats({ address, users: declarable(natsUsers), limits: { replicas: 1, days: 1, bytes: -1 } });
  return nats;
}

export const losableDisks: Layout<LosableDisks> = { name: 'losable-disks', start: LosableDisks.start };

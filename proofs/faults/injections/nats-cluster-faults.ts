import type { NatsMember } from '../../../test/support/nats/nats-member.ts';
import { until } from '../../../test/support/until.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { natsCluster, On } from '../fleet/layouts.ts';
import { SERVICES, type Service } from '../fleet/parts.ts';
import { fault } from './fault.ts';
import { killService } from './process-faults.ts';
import type { Watch } from './watch.ts';

interface Servers {
  readonly leader: NatsMember;
  readonly follower: NatsMember;
  readonly watch: Watch;
  /** Kills the service, and starts it when that was noticed. */
  kill(service: Service): Promise<void>;
  /** Waits until another server leads. */
  anotherLeads(): Promise<void>;
  /** Waits until a server lacks what the others have. */
  isBehind(): Promise<void>;
}

/** A fault of the servers, once all three have the whole stream. */
function onServers(name: string, touches: readonly Service[], run: (servers: Servers) => Promise<unknown>) {
  return fault<Fleet<On<typeof natsCluster>>>(name, { touches }, async (fleet, watch, receiver) => {
    const { nats } = fleet.on;
    const { members } = nats;
    await until('three servers that keep all', () => nats.isWhole(), RECOVERY_MS);
    const found = await until('a leader', async () => {
      const leader = await nats.leader();
      return leader === undefined ? undefined : { leader };
    });
    const [follower] = members.filter((_, index) => index !== found.leader);
    const isOther = async () => ![undefined, found.leader].includes(await nats.leader());
    await run({
      ...{ leader: members[found.leader] as NatsMember, follower: follower as NatsMember, watch },
      kill: (service) => killService(service).run(fleet, watch, receiver),
      anotherLeads: async () => void (await until('another leader', isOther, RECOVERY_MS)),
      isBehind: async () =>
        void (await until('a server that the others miss', async () => !(await nats.isWhole()), RECOVERY_MS)),
    });
  });
}

/** Events wait until the other servers have elected a new leader. */
export const killNatsLeader = onServers(
  'kill -9 the NATS server that leads',
  [],
  async ({ leader, watch, anotherLeads }) => {
    await leader.end('SIGKILL');
    await Promise.all([watch.successes(80, SERVICES), anotherLeads()]);
    await leader.start();
  },
);

export const natsClusterFaults = [
  // The stream continues with two of three servers.
  onServers('kill -9 a NATS server that follows', [], async ({ follower, watch }) => {
    await follower.end('SIGKILL');
    await watch.successes(80, SERVICES);
    await follower.start();
  }),
  killNatsLeader,
  // The server keeps its connections open. Clients notice the fault only when their pings get no answer.
  onServers('SIGSTOP a NATS server that follows', [], async ({ follower, watch, isBehind }) => {
    await follower.pause();
    await Promise.all([watch.successes(80, SERVICES), isBehind()]);
    follower.resume();
  }),
  // When the server resumes, it still acts as leader, but another server leads the stream by then.
  onServers('SIGSTOP the NATS server that leads, deposed', [], async ({ leader, watch, anotherLeads }) => {
    await leader.pause();
    await Promise.all([watch.successes(80, SERVICES), anotherLeads()]);
    leader.resume();
  }),
  // One server alone accepts no writes. Events wait in the outboxes, and each gateway counts requests on its own.
  onServers('kill -9 two of three NATS servers', [], ({ leader, follower, watch }) =>
    without([leader, follower], () => watch.successes(200, SERVICES)),
  ),
  // The events of the outage are in an outbox whose relay dies before it publishes them.
  onServers(
    'kill -9 timetracking while one NATS server of three is left',
    ['timetracking'],
    ({ leader, follower, watch, kill }) =>
      without([leader, follower], async () => {
        await watch.successes(60, ['timetracking']);
        await kill('timetracking');
        await watch.successes(20, ['timetracking']);
      }),
  ),
  // The next process that holds the consumer's lock also has to ask a new leader for events that were delivered but not
  // acknowledged.
  onServers('kill -9 webhooks and the NATS server that leads', ['webhooks'], ({ leader, kill, anotherLeads }) =>
    without([leader], async () => {
      await kill('webhooks');
      await anotherLeads();
    }),
  ),
];

async function without(servers: readonly NatsMember[], act: () => Promise<void>): Promise<void> {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await act();
  await Promise.all(servers.map((server) => server.start()));
}

const RECOVERY_MS = 60_000;

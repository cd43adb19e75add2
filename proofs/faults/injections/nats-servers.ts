import type { NatsMember } from '../../../test/support/nats/nats-member.ts';
import { until } from '../../../test/support/until.ts';
import type { Fleet } from '../fleet/fleet.ts';
import type { WithNatsCluster } from '../fleet/layouts/nats-cluster.ts';
import { SERVICES } from '../fleet/parts.ts';
import type { Fault } from './fault.ts';
import { killService } from './kills.ts';

type NatsFault = Fault<WithNatsCluster>;

/** The stream continues with two of three servers. */
export const killNatsFollower: NatsFault = {
  name: 'kill -9 a NATS server that follows',
  touches: [],
  async run(fleet, watch) {
    const [, follower] = await members(fleet);
    await follower.end('SIGKILL');
    await watch.successes(80, SERVICES);
    await follower.start();
  },
};

/** Events wait until the other servers have elected a new leader. */
export const killNatsLeader: NatsFault = {
  name: 'kill -9 the NATS server that leads',
  touches: [],
  async run(fleet, watch) {
    const [leader] = await members(fleet);
    await leader.end('SIGKILL');
    await Promise.all([watch.successes(80, SERVICES), anotherLeads(fleet, leader)]);
    await leader.start();
  },
};

/** The server keeps its connections open. Clients notice the fault only when their pings get no answer. */
export const pauseNatsFollower: NatsFault = {
  name: 'SIGSTOP a NATS server that follows',
  touches: [],
  async run(fleet, watch) {
    const [, follower] = await members(fleet);
    await follower.pause();
    await Promise.all([watch.successes(80, SERVICES), isBehind(fleet)]);
    follower.resume();
  },
};

/** When the server resumes, it still acts as leader, but another server leads the stream by then. */
export const pauseNatsLeader: NatsFault = {
  name: 'SIGSTOP the NATS server that leads, deposed',
  touches: [],
  async run(fleet, watch) {
    const [leader] = await members(fleet);
    await leader.pause();
    await Promise.all([watch.successes(80, SERVICES), anotherLeads(fleet, leader)]);
    leader.resume();
  },
};

/** One server alone accepts no writes. Events wait in the outboxes, and each gateway counts requests on its own. */
export const killTwoNatsServers: NatsFault = {
  name: 'kill -9 two of three NATS servers',
  touches: [],
  async run(fleet, watch) {
    const [leader, follower] = await members(fleet);
    await Promise.all([leader.end('SIGKILL'), follower.end('SIGKILL')]);
    await watch.successes(200, SERVICES);
    await Promise.all([leader.start(), follower.start()]);
  },
};

/**
 * Without a quorum NATS accepts no writes. The events of the outage are in an outbox whose relay dies before it
 * publishes them.
 */
export const killServiceWithoutQuorum: NatsFault = {
  name: 'kill -9 timetracking while one NATS server of three is left',
  touches: ['timetracking'],
  async run(fleet, watch, receiver) {
    const [leader, follower] = await members(fleet);
    await Promise.all([leader.end('SIGKILL'), follower.end('SIGKILL')]);
    await watch.successes(60, ['timetracking']);
    await killService('timetracking').run(fleet, watch, receiver);
    await watch.successes(20, ['timetracking']);
    await Promise.all([leader.start(), follower.start()]);
  },
};

/**
 * The next process that holds the consumer's lock also has to ask a new leader for events that were delivered but not
 * acknowledged.
 */
export const killWebhooksWithLeader: NatsFault = {
  name: 'kill -9 webhooks and the NATS server that leads',
  touches: ['webhooks'],
  async run(fleet, watch, receiver) {
    const [leader] = await members(fleet);
    await leader.end('SIGKILL');
    await killService('webhooks').run(fleet, watch, receiver);
    await anotherLeads(fleet, leader);
    await leader.start();
  },
};

/** Returns the leader of the stream and one follower, once all three servers have the whole stream. */
async function members({ on: { nats } }: Fleet<WithNatsCluster>): Promise<[leader: NatsMember, follower: NatsMember]> {
  await until('three servers that keep all', () => nats.isWhole(), RECOVERY_MS);
  const found = await until('a leader', async () => {
    const leader = await nats.leader();
    return leader === undefined ? undefined : { leader };
  });
  const [follower] = nats.members.filter((_, index) => index !== found.leader);
  return [nats.members[found.leader] as NatsMember, follower as NatsMember];
}

async function anotherLeads({ on: { nats } }: Fleet<WithNatsCluster>, former: NatsMember): Promise<void> {
  await until(
    'another leader',
    async () => {
      const leader = await nats.leader();
      return leader !== undefined && nats.members[leader] !== former;
    },
    RECOVERY_MS,
  );
}

async function isBehind({ on: { nats } }: Fleet<WithNatsCluster>): Promise<void> {
  await until('a server that the others miss', async () => !(await nats.isWhole()), RECOVERY_MS);
}

const RECOVERY_MS = 60_000;

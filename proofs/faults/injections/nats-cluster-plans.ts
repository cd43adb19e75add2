import { natsCluster, type WithNatsCluster } from '../fleet/layouts/nats-cluster.ts';
import { killGateway, killService, killWebhooks } from './kills.ts';
import {
  killNatsFollower,
  killNatsLeader,
  killServiceWithoutQuorum,
  killTwoNatsServers,
  killWebhooksWithLeader,
  pauseNatsFollower,
  pauseNatsLeader,
} from './nats-servers.ts';
import { pauseServiceLong } from './pauses.ts';
import { fullPlan, type Plan, shortPlan } from './plans.ts';

/** Kills and pauses of the leader and of a follower, and other faults beside them. */
export const fullNatsClusterPlan: Plan<WithNatsCluster> = {
  ...fullPlan,
  layout: natsCluster,
  faults: [
    killNatsFollower,
    killNatsLeader,
    pauseNatsFollower,
    pauseNatsLeader,
    killTwoNatsServers,
    killServiceWithoutQuorum,
    killWebhooksWithLeader,
    killWebhooks,
    pauseServiceLong('webhooks'),
    killService('directory'),
    killGateway,
  ],
  hasProxies: false,
  neighbour: { ...fullPlan.neighbour, attacks: [] },
};

/** The one fault after which events wait for a new leader. */
export const shortNatsClusterPlan: Plan<WithNatsCluster> = {
  ...shortPlan,
  layout: natsCluster,
  faults: [killNatsLeader],
  neighbour: { ...shortPlan.neighbour, attacks: [] },
};

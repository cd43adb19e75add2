import type { Tx } from '../../../libraries/pg-batch/index.ts';
import { listDeliveries } from '../../../services/webhooks/store/deliveries.ts';
import { readDeliveryBacklog } from '../../../services/webhooks/store/delivery-backlog.ts';
import { listDue } from '../../../services/webhooks/store/due-deliveries.ts';
import { listEndpoints } from '../../../services/webhooks/store/endpoints.ts';
import { findEvent } from '../../../services/webhooks/store/events.ts';
import { leaseEndpoints } from '../../../services/webhooks/store/lease-endpoints.ts';
import { positionSince, readFeed } from '../../../services/webhooks/store/read-feed.ts';
import { countReplayable } from '../../../services/webhooks/store/replay.ts';
import type { CaseParams } from '../year/case-params.ts';
import { casesOf, LAST_ID, LIMIT } from './case.ts';

type FeedOptions = Parameters<typeof readFeed>[2];
const feed = (options: (a: CaseParams) => Partial<FeedOptions>) => (db: Tx, a: CaseParams) =>
  readFeed(db, a.actor, { after: null, size: 50, ...options(a) });
const last = ({ size }: CaseParams) => size.events / 2;
const endpointOf = (a: CaseParams) => a.uid('endpoint', a.turn % 4);
const deliveries =
  (filters: (a: CaseParams) => Partial<Parameters<typeof listDeliveries>[2]>, part = 2) =>
  (db: Tx, a: CaseParams) =>
    listDeliveries(
      db,
      a.actor,
      { endpointId: endpointOf(a), status: undefined, eventId: undefined, ...filters(a) },
      { sort: part > 1 ? a.at(part) : a.at(1, -30 * (1 - part)), id: LAST_ID, limit: LIMIT },
    );

export const webhooksCases = casesOf('webhooks', {
  'event by id': (db, a) => findEvent(db, a.actor, a.uid('event', 2 * a.turn)),
  'events, first page': feed(() => ({})),
  'events, deep page': feed((a) => ({ after: last(a) * 0.9 })),
  'events, at the end': feed((a) => ({ after: last(a) - 10 })),
  'events of a type': feed(() => ({ types: ['log.created'] })),
  'events of a type, deep': feed((a) => ({ after: last(a) * 0.5, types: ['log.created'] })),
  'events of an unused type': feed(() => ({ types: ['nothing.created'] })),
  'events of six types': feed(() => ({
    types: [
      'user.created',
      'user.updated',
      'appointment.created',
      'appointment.updated',
      'log.created',
      'session.started',
    ],
  })),
  'events of a resource': feed((a) => ({ resourceId: a.uid('record', a.turn) })),
  'position since yesterday': (db, a) => positionSince(db, a.actor, { since: a.at(1, -1) }),
  endpoints: (db, a) => listEndpoints(db, a.actor, { sort: a.at(0), id: LAST_ID, limit: LIMIT }),
  'deliveries, first page': deliveries(() => ({})),
  'deliveries, deep page': deliveries(() => ({}), 0.1),
  'deliveries that failed': deliveries(() => ({ status: 'failed' })),
  'deliveries of an event': deliveries((a) => ({ eventId: a.uid('event', 2 * a.turn) })),
  'deliveries that are due': (db, a) =>
    listDue(
      db,
      { institutionId: a.actor.institutionId, endpointId: endpointOf(a) },
      { now: Date.parse(a.at(1, 1)), limit: 20, host: null, before: null },
    ),
  'endpoints to serve': (db, a) =>
    leaseEndpoints(db, { lease: a.uid('lease', 1), now: a.at(1, 1), healthy: 1, troubled: 1 }),
  'events to replay, counted': (db, a) =>
    countReplayable(
      db,
      { institutionId: a.actor.institutionId, endpointId: endpointOf(a) },
      { from: 1, to: 2_000 },
      1_000,
    ),
  'backlog of deliveries': [(db) => readDeliveryBacklog(db), 'counts what waits, up to 10,000'],
});

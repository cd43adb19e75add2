import type { Reader } from '../../../libraries/pg-batch/index.ts';
import { findBy } from '../../../libraries/typed-sql/index.ts';
import type { TenantActor } from '../../../platform/core/actor.ts';
import { eventBody } from '../domain/event-body.ts';
import type { DeliveryRow } from './deliveries.ts';
import { findEvent } from './events.ts';
import { deliveries } from './tables.ts';

/**
 * The body that a delivery sends: its own, or its event's in the feed; undefined if the event is no longer
 * stored.
 */
export async function findBody(
  db: Reader,
  actor: TenantActor,
  delivery: Pick<DeliveryRow, 'id' | 'eventId'>,
): Promise<string | undefined> {
  const { id, eventId } = delivery;
  const [own, event] = await Promise.all([
    db.point(BODY, { institutionId: actor.institutionId, id }),
    findEvent(db, actor, eventId),
  ]);
  return own?.body ?? (event ? eventBody(event) : undefined);
}

const BODY = findBy(deliveries, ['institutionId', 'id'], ['body'], undefined, 'body');

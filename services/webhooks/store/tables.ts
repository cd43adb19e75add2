import type { EventActor } from '../../../platform/core/event.ts';
import { bigint, instant, plainText, text, uuid } from '../../../platform/data/schema/column.ts';
import { table } from '../../../platform/data/schema/table.ts';

/** The end of each institution's feed: its lock, held to the commit, gives sequences in the order of commitment. */
export const feedHeads = table('feed_heads', {
  columns: {
    institutionId: uuid(),
    /** The last one that was given. */
    sequence: bigint(),
    /** When that was; never goes back. */
    recordedAt: instant(),
  },
  primaryKey: ['institutionId'],
});

export const events = table('events', {
  columns: {
    institutionId: uuid(),
    sequence: bigint(),
    recordedAt: instant(),
    id: uuid(),
    /** As the feed names it: `user.created`. */
    type: plainText(),
    resourceId: uuid(),
    /** What the event's service orders it by: the member of a log, the program of a version. */
    aggregateId: plainText(),
    occurredAt: instant(),
    /** Empty where it is not known. */
    changed: text().array(),
    actorType: text<EventActor['actorType']>(),
    actorId: plainText().nullable(),
    requestId: plainText(),
  },
  primaryKey: ['institutionId', 'sequence', 'recordedAt'],
  indexes: [
    { name: 'events_id', columns: ['institutionId', 'id'] },
    { name: 'events_recorded', columns: ['institutionId', 'recordedAt', 'sequence'] },
    { name: 'events_resource', columns: ['institutionId', 'resourceId', 'sequence'] },
    { name: 'events_type', columns: ['institutionId', 'type', 'sequence'] },
  ],
  checks: [
    {
      name: 'events_actor_type_check',
      expression: "actor_type = ANY (ARRAY['integration'::text, 'operator'::text, 'system'::text])",
    },
  ],
  isPartitioned: true,
});

/** All tables of webhooks. */
export const webhooksTables = [feedHeads, events] as const;

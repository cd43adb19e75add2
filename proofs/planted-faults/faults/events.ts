import type { Fault } from '../fault.ts';

/** Events: written, published in order, handled once, shown in the feed. */
export const events: readonly Fault[] = [
  {
    name: 'A renamed version leaves no event of its program',
    file: 'services/curricula/rpc/update-program-version.ts',
    find: '        resourceEvent(ProgramUpdatedSchema, aggregateId),\n',
    replace: '',
  },
  {
    name: 'A change that changes nothing leaves an event',
    file: 'platform/core/event.ts',
    find: 'return about.changed.length === 0 ? [] : [',
    replace: 'return [',
  },
  {
    name: 'An event does not name the changed fields',
    file: 'platform/data/outbox/append.ts',
    find: 'changed: changed.length === 0 ? null : changed,',
    replace: 'changed: null,',
  },
  {
    name: 'The events of an integration seem to be the system’s',
    file: 'platform/core/event.ts',
    find: "if (actor.kind === 'integration') return { actorType: 'integration', actorId: actor.integrationId };\n",
    replace: '\n',
  },
  {
    name: 'Events are published in the order of their ids',
    file: 'platform/events/outbox/relay.ts',
    find: 'ORDER BY o.sequence',
    replace: 'ORDER BY o.id DESC',
  },
  {
    name: 'A relay that has lost its lock goes on publishing',
    file: 'platform/events/outbox/relay.ts',
    find: '() => this.#lock.isHeld)',
    replace: '() => true)',
  },
  {
    name: 'In one process, an event counts as published before its consumers have handled it',
    file: 'platform/events/in-process-bus.ts',
    find: '      const handled = await handle(own);\n',
    replace:
      '      const handled = new Set(own.map(({ id }) => id));\n      void handle(own).catch(() => undefined);\n',
  },
  {
    name: 'An event that is published twice is stored twice',
    file: 'platform/events/publication.ts',
    find: '{ msgID: event.id, timeout:',
    replace: '{ timeout:',
  },
  {
    name: 'An event that was handled is handled again',
    file: 'platform/data/inbox/inbox.ts',
    find: 'filter(({ id }) => fresh.delete(id));',
    replace: 'filter(({ id }) => !blocked.has(id));',
  },
  {
    name: 'Events are handled although an earlier one of their aggregate is a dead letter',
    file: 'platform/data/inbox/inbox.ts',
    find: '::boolean AND EXISTS (',
    replace: '::boolean AND false AND EXISTS (',
  },
  {
    name: 'The time of a feed goes backwards with the clock',
    file: 'services/webhooks/store/record-events.ts',
    find: 'recorded_at = greatest(h.recorded_at, excluded.recorded_at)',
    replace: 'recorded_at = excluded.recorded_at',
  },
];

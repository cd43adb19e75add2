import type { Actor } from './actor.ts';

/** Who caused an event. */
export interface EventActor {
  readonly actorType: 'integration' | 'operator' | 'system';
  /** Null for the system. */
  readonly actorId: string | null;
}

/** What the platform does itself, consumers of events among it. */
export const SYSTEM: EventActor = { actorType: 'system', actorId: null };

/** The caller of a command. */
export function eventActor(actor: Actor): EventActor {
  if (actor.kind === 'integration') return { actorType: 'integration', actorId: actor.integrationId };
  return actor.kind === 'operator' && actor.operator ? { actorType: 'operator', actorId: actor.operator.id } : SYSTEM;
}

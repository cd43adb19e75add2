import type { Call } from '../../platform/calls/caller.ts';
import type { Actor, IntegrationActor } from '../../platform/core/actor.ts';
import { FULL } from '../../platform/core/grant.ts';
import type { Draws } from '../../test/support/draws.ts';

/** What a run is about: the institution of its own, and the ids and other texts that its commands name. */
export interface Subject {
  readonly actor: IntegrationActor;
  id(name: string): string;
}

export interface Command {
  readonly name: string;
  /** Commands with the same key are one request, sent again. */
  readonly key: string;
  /** Who sends it. */
  as(subject: Subject): Actor;
  send(call: Call, subject: Subject): Promise<unknown>;
}

type Unsent = Omit<Command, 'key'>;

/** A few commands that run at once on a state. Plans of equal states and commands have equal serial outcomes. */
export interface Plan {
  /** The service whose statements are held. */
  readonly service: string;
  readonly state?: string;
  /** Stores what is there before the commands. */
  prepare(as: (actor: Actor) => Call, newId: () => string): Promise<Subject>;
  readonly commands: readonly Command[];
  /** How many relays of the service's outbox run beside the commands. */
  readonly relays?: number;
  /** Whether a command that is sent again after its answer was lost gets the same answer. */
  readonly isRepeatable: boolean;
}

export interface Scenario {
  readonly name: string;
  plan(random: Draws, seed: number): Plan;
}

/** What is stored of an institution, and an integration of it. */
export function subjectOf(
  institutionId: string,
  newId: () => string,
  texts: Readonly<Record<string, string>>,
): Subject {
  return {
    actor: { kind: 'integration', institutionId, integrationId: newId(), createdBy: null, grant: FULL },
    id: (name) => texts[name] ?? '',
  };
}

/** An operator of the subject's institution. */
export function operatorOf({ actor: { institutionId } }: Subject): Actor {
  return { kind: 'operator', institutionId };
}

/** Commands by their names, sent by the subject's integration unless somebody else is named. */
export function commandsOf(
  sends: Readonly<Record<string, Command['send']>>,
  as: Command['as'] = ({ actor }) => actor,
): Unsent[] {
  return Object.entries(sends).map(([name, send]) => ({ name, as, send }));
}

/** The precondition of a change: the revision that was stored, or any. */
export function match({ id }: Subject, isConditional: boolean) {
  return { precondition: isConditional ? { revisions: [id('revision')] } : { any: true } };
}

/** Some of the commands, each with a key of its own. */
export function someOf(random: Draws, count: number, among: readonly Unsent[]): Command[] {
  return withKeys(Array.from({ length: count }, () => random.oneOf(among)));
}

export function withKeys(commands: readonly Unsent[]): Command[] {
  return commands.map((command, index) => ({ ...command, key: `key ${index + 1}` }));
}

/** One of the commands, sent two or three times with its key, and perhaps another one. */
export function replaysOf(random: Draws, among: readonly Unsent[]): Command[] {
  const [command, ...others] = someOf(random, 1 + random.below(2), among) as [Command, ...Command[]];
  return [...Array.from({ length: 2 + random.below(2) }, () => command), ...others];
}

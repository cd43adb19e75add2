import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import type { Actor, IntegrationActor } from '../../platform/core/actor.ts';
import type { Ids } from '../../platform/core/ids.ts';
import type { Draws } from '../../test/support/draws.ts';

/** Calls with an idempotency key. */
export type Send = <I extends DescMessage, O extends DescMessage>(
  method: DescMethodUnary<I, O>,
  request: MessageInitShape<I>,
) => Promise<MessageShape<O>>;

/** What a run is about: the institution of its own, and what its commands name in it. */
export interface Subject {
  readonly actor: IntegrationActor;
  readonly names: Readonly<Record<string, string>>;
}

export interface Command {
  readonly name: string;
  /** Commands with the same key are one request, sent again. */
  readonly key: string;
  /** Who sends it; the subject's integration by default. */
  as?(subject: Subject): Actor;
  send(send: Send, subject: Subject): Promise<unknown>;
}

/** A few commands that run at once on a state. Plans with equal names have equal outcomes in each serial order. */
export interface Plan {
  readonly name: string;
  /** The service whose statements are held. */
  readonly service: string;
  /** Stores what is there before the commands. */
  prepare(as: (actor: Actor) => Send, ids: Pick<Ids, 'newId'>): Promise<Subject>;
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

/** An operator of the subject's institution. */
export function operatorOf({ actor: { institutionId } }: Subject): Actor {
  return { kind: 'operator', institutionId };
}

/** Some of the commands, each with a key of its own. */
export function someOf(random: Draws, count: number, among: readonly Omit<Command, 'key'>[]): Command[] {
  return withKeys(Array.from({ length: count }, () => random.oneOf(among)));
}

export function withKeys(commands: readonly Omit<Command, 'key'>[]): Command[] {
  return commands.map((command, index) => ({ ...command, key: `key ${index + 1}` }));
}

/** One of the commands, sent two or three times with its key, and perhaps another one. */
export function replaysOf(random: Draws, among: readonly Omit<Command, 'key'>[]): Command[] {
  const [command, ...others] = someOf(random, 1 + random.below(2), among) as [Command, ...Command[]];
  return [...Array.from({ length: 2 + random.below(2) }, () => command), ...others];
}

import type { DescMethod } from '@bufbuild/protobuf';
import type { Tx } from '../../../libraries/pg-batch/index.ts';
import type { Table } from '../../../libraries/typed-sql/index.ts';
import type { DomainEvent, EventActor } from '../../core/event.ts';
import type { AgedKind } from '../../data/erasure/journal.ts';
import type { ErasedMessage } from '../../data/erasure/kept-answers.ts';
import type { Implementation } from '../../handler/implement.ts';
import type { Runtime } from '../../handler/runtime.ts';

/** A person who is erased. */
export interface ErasedPerson {
  readonly institutionId: string;
  readonly userId: string;
  /** Whether their time records go, too. */
  readonly withHours: boolean;
  /** Instant text. */
  readonly erasedAt: string;
}

/** What goes by its age. */
export interface Aged {
  readonly institutionId: string;
  /** Null for all members. */
  readonly userId: string | null;
  readonly kind: AgedKind;
  /** Instant text. */
  readonly before: string;
}

export interface ErasingContext {
  /** In epoch milliseconds. */
  readonly now: number;
  newId(): string;
}

/** How an order has waited. */
export interface Wait {
  /** Whether it was there when the service started, so that the database may be one that was restored. */
  readonly isOlder: boolean;
  /** How long this process has known of it, in milliseconds. */
  readonly waitedMs: number;
}

/** What a step has done. */
export interface ErasingStep {
  readonly events?: readonly DomainEvent[];
  /** Who has caused it; the system by default. */
  readonly actor?: EventActor;
  readonly isDone: boolean;
}

/** A place among rows. */
export interface Place {
  readonly sort: string;
  readonly id: string;
}

/** How a service forgets a person, beside what the platform's tables hold. */
export interface Erasing {
  /** The tables with what is theirs, by the register: those that it clears, and those whose rows it removes. */
  readonly tables: readonly Table[];
  readonly messages?: readonly ErasedMessage[];
  /** The kind of audited resources with a `name` that may say whose they are, and that person as their `targetId`. */
  readonly namedResource?: string;
  /** The calls with which other services have it forget somebody: they are answered before it is ready. */
  readonly calls?: readonly DescMethod[];
  /** How long after the order it begins, in milliseconds; by default later than in directory, which has the names. */
  readonly settleMs?: number;
  /**
   * What comes before the first step: in other services, or in many transactions. May be repeated.
   * @returns false if it must be tried again later
   */
  before?(runtime: Runtime, person: ErasedPerson, wait: Wait): Promise<boolean>;
  /** A small part of it, in one transaction; repeated until it is done, and again after a restore. */
  step?(tx: Tx, person: ErasedPerson, context: ErasingContext): Promise<ErasingStep>;
  /** How its rows go by their age, if it has such. */
  readonly byAge?: {
    /** The kinds that it has; audit records go by themselves. */
    readonly kinds: readonly AgedKind[];
    /** The people whose rows stay. Asked before each step, so that somebody who is put on hold meanwhile counts. */
    spared(runtime: Runtime, aged: Aged): Promise<readonly string[]>;
    /** A small part of it, after a place; repeated until it is done. */
    step(
      tx: Tx,
      aged: Aged & { readonly spared: readonly string[]; readonly after: Place | undefined },
      context: ErasingContext,
    ): Promise<ErasingStep & { readonly last?: Place | undefined }>;
  };
}

/** What of a service is needed to apply the journal to its database, which needs no other service. */
export interface Applying {
  readonly runtime: Runtime;
  readonly definition: { readonly implementations: readonly Implementation[]; readonly erasing?: Erasing };
}

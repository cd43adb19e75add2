import type { Call } from '../calls/caller.ts';
import type { TenantActor } from '../core/actor.ts';
import type { RefusalKind } from '../core/errors/catalogue.ts';
import { StalePreparation } from '../core/errors/refusal.ts';
import type { Logger } from '../observability/log.ts';

/** How another service is asked before a command does something to some resources. */
export interface ConsentSource {
  /** Asks about all of them at once, and has it noted there; a trial notes nothing. */
  ask(call: Call, ids: readonly string[], isTrial: boolean): Promise<ConsentAnswer>;
  /** Takes a note back. One that nobody takes back must end by itself. */
  takeBack(call: Call, note: string): Promise<void>;
}

export interface ConsentAnswer {
  /** What takes the note back; empty without a note. */
  readonly note: string;
  /** Those to which the other service does not consent: then it has noted nothing. */
  readonly refused: ReadonlyMap<string, RefusalKind>;
}

/**
 * What another service must agree to before a command commits, where only its `run` finds out to what. `run` says what
 * it wants; the first time the command begins again, and asks outside of the transaction. So whatever needs no consent
 * costs nothing.
 */
export class Consent {
  readonly #source: ConsentSource | undefined;
  readonly #callAs: (actor: TenantActor) => Call;
  readonly #isTrial: boolean;
  readonly #wanted = new Set<string>();
  readonly #takeBack: (() => Promise<void>)[] = [];
  #actor: TenantActor | undefined;
  /** How many of those that are wanted have been asked about. */
  #asked = 0;
  #refused: ConsentAnswer['refused'] = new Map();

  constructor(source: ConsentSource | undefined, callAs: (actor: TenantActor) => Call, isTrial = false) {
    this.#source = source;
    this.#callAs = callAs;
    this.#isTrial = isTrial;
  }

  /**
   * Says what the transaction is about to do something to, of which {@link settle} makes sure.
   * @returns those of them that are refused
   */
  want(actor: TenantActor, ids: readonly string[]): ConsentAnswer['refused'] {
    if (!this.#source) throw new Error('a command must say whom it asks for consent');
    this.#actor = actor;
    for (const id of ids) this.#wanted.add(id);
    return new Map([...this.#refused].filter(([id]) => ids.includes(id)));
  }

  /** @throws StalePreparation when not all that is wanted has been asked about */
  settle(): void {
    if (this.#wanted.size > this.#asked) throw new StalePreparation();
  }

  /** Asks about what the last attempt has wanted. */
  async ask(): Promise<void> {
    const [source, actor] = [this.#source, this.#actor];
    if (!source || !actor || this.#wanted.size === this.#asked) return;
    const call = this.#callAs(actor);
    const { note, refused } = await source.ask(call, [...this.#wanted], this.#isTrial);
    if (note !== '') this.#takeBack.push(() => source.takeBack(call, note));
    this.#refused = refused;
    this.#asked = this.#wanted.size;
  }

  /** Takes back what is noted. To be called only when nothing of the command is, or will be, committed. */
  async takeBack(log: Logger): Promise<void> {
    try {
      await Promise.all(this.#takeBack.map((takeBack) => takeBack()));
    } catch (error) {
      log.warn({ err: error }, 'a note of what has not come about stays until it expires');
    }
  }
}

/** Of a command that asks nobody, and must not want anything. */
export const NO_CONSENT = new Consent(undefined, () => {
  throw new Error('nobody is asked');
});

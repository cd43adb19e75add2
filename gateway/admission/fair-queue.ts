/** The owner of the request. */
export interface Tenant {
  readonly institutionId: string;
  readonly integrationId: string;
}

/** An institution, or a client of one: its part of what is under way, and its turns. */
class Holder {
  readonly name: string;
  /** The sum of the costs of its requests under way. */
  held = 0;
  /** Where its last turn ended, on the clock of costs. */
  end = 0;

  constructor(name: string) {
    this.name = name;
  }
}

class Client extends Holder {
  readonly waiting: Waiting[] = [];
}

class Institution extends Holder {
  readonly clients = new Map<string, Client>();
  readonly turns = new Turns<Client>();
}

interface Waiting {
  readonly cost: number;
  hasBegun: boolean;
  /** Whether it began while another one, whose turn was earlier, lacked room. */
  hasPassed: boolean;
  begin(): void;
}

/** The next request to begin, and whether it passes an earlier one. */
interface Turn {
  readonly institution: Institution;
  readonly client: Client;
  readonly request: Waiting;
  readonly passes: boolean;
}

/**
 * Decides the order in which holders get their turns one after the other and each turn has a cost: in the end all that
 * keep waiting have cost the same. This is start-time fair queueing (Goyal, Vin and Cheng, 1996): a turn starts where
 * the holder's last one ended, on a clock of costs, but not before the latest turn started, so that no holder saves
 * turns for later.
 */
class Turns<H extends Holder> {
  /** Those that wait. */
  readonly waiting = new Set<H>();
  #latestStart = 0;

  /** Those that wait, the next one first; those whose turns start at the same point stay in their order. */
  inOrder(): Iterable<H> {
    if (this.waiting.size < 2) return this.waiting;
    return [...this.waiting].sort((one, other) => this.#startOf(one) - this.#startOf(other));
  }

  took(holder: H, cost: number): void {
    this.#latestStart = this.#startOf(holder);
    holder.end = this.#latestStart + cost;
  }

  #startOf({ end }: H): number {
    return Math.max(this.#latestStart, end);
  }
}

/**
 * The requests to one service: as many at once as their costs allow, the others wait. Institutions take turns, and the
 * clients of each, so that all that wait get the same for the same time; a single client gets everything except the
 * part that admits the next one. A request keeps its part until it leaves, which is when its client has received the
 * whole answer: a client that does not read delays only itself.
 *
 * An institution with nothing under way begins every request that fits. No request costs more than a quarter, and no
 * institution holds more than two thirds: so beside any other institution the first request of the next one fits, and
 * two institutions cannot make a third one wait for room that is free. Only three or more can leave a first request
 * without room. Room that becomes free is then kept for it, except for an eighth, in which others may still pass, so
 * that it does not wait for ever, and does not stop the others while those that it waits for are slow.
 */
export class FairQueue {
  readonly #capacity: number;
  readonly #mostPerRequest: number;
  readonly #mostPassing: number;
  readonly #institutions = new Map<string, Institution>();
  readonly #turns = new Turns<Institution>();
  #held = 0;
  /** The part of it that requests hold which passed another one. */
  #passing = 0;
  #waiting = 0;

  /** @param capacity the sum of the costs of the requests that may be under way */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#mostPerRequest = Math.max(1, Math.floor(capacity / 4));
    this.#mostPassing = Math.max(1, Math.floor(capacity / 8));
  }

  /** How many requests wait. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Calls `begin` when it is the request's turn, at once if there is room. Call the function that it returns once,
   * whether or not the request has begun: it ends it, or removes it from the queue. @param cost counts as a quarter of
   * the capacity at most
   */
  enter({ institutionId, integrationId }: Tenant, cost: number, begin: () => void): () => void {
    const institution = this.#institutions.getOrInsertComputed(institutionId, (id) => new Institution(id));
    const client = institution.clients.getOrInsertComputed(integrationId, (id) => new Client(id));
    const request = { cost: Math.min(cost, this.#mostPerRequest), hasBegun: false, hasPassed: false, begin };
    this.#waiting++;
    client.waiting.push(request);
    institution.turns.waiting.add(client);
    this.#turns.waiting.add(institution);
    this.#beginNext();
    return () => {
      if (request.hasPassed) this.#passing -= request.cost;
      if (request.hasBegun) this.#hold(institution, client, -request.cost);
      else this.#remove(institution, client, request);
      this.#forget(institution, client);
      this.#beginNext();
    };
  }

  #beginNext(): void {
    for (let next = this.#next(); next; next = this.#next()) {
      const { institution, client, request, passes } = next;
      this.#turns.took(institution, request.cost);
      institution.turns.took(client, request.cost);
      this.#hold(institution, client, request.cost);
      this.#remove(institution, client, request);
      if (passes) this.#passing += request.cost;
      request.hasPassed = passes;
      request.hasBegun = true;
      request.begin();
    }
  }

  /**
   * The first request that may begin. Requests whose turn was earlier wait for room, or for other requests of their own
   * institution or client.
   */
  #next(): Turn | undefined {
    let passes = false;
    for (const institution of this.#turns.inOrder())
      for (const client of institution.turns.inOrder()) {
        const [request] = client.waiting as [Waiting];
        const mayPass = !passes || this.#passing + request.cost <= this.#mostPassing;
        if (mayPass && this.#mayBegin(institution, client, request)) return { institution, client, request, passes };
        // An institution with requests under way also waits for those, and keeps no room.
        if (institution.held === 0) passes = true;
      }
    return undefined;
  }

  /**
   * Beyond its first request, a client may have as much as is then left, an institution twice as much: a single client
   * gets half, two get a third each, and an institution two thirds, so that there always is a part for the next one.
   */
  #mayBegin(institution: Institution, client: Client, { cost }: Waiting): boolean {
    const left = this.#capacity - this.#held - cost;
    const isWithin = ({ held }: Holder, most: number) => held === 0 || held + cost <= most;
    return left >= 0 && isWithin(client, left) && isWithin(institution, 2 * left);
  }

  #hold(institution: Institution, client: Client, cost: number): void {
    this.#held += cost;
    institution.held += cost;
    client.held += cost;
  }

  #remove(institution: Institution, client: Client, request: Waiting): void {
    this.#waiting--;
    client.waiting.splice(client.waiting.indexOf(request), 1);
    if (client.waiting.length === 0) institution.turns.waiting.delete(client);
    if (institution.turns.waiting.size === 0) this.#turns.waiting.delete(institution);
  }

  /** An idle holder is forgotten. */
  #forget(institution: Institution, client: Client): void {
    if (client.held === 0 && client.waiting.length === 0) institution.clients.delete(client.name);
    if (institution.clients.size === 0) this.#institutions.delete(institution.name);
  }
}

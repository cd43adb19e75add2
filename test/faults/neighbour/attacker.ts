import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { LargeInstitution } from './large-institution.ts';

/** What a request was answered. */
export interface Answer {
  /** As what it was counted. */
  readonly counted: string;
  readonly text: string;
}

/** Who attacks what, for how long. */
export interface Order {
  readonly attack: string;
  /** The gateways', among which a balancer spreads connections. */
  readonly urls: readonly string[];
  /** The header Authorization of the attacker's integration. */
  readonly authorization: string;
  /** How long requests are begun, in milliseconds. */
  readonly lastsMs: number;
  /** The part of the clients of a full attack, of 1. */
  readonly strength: number;
  readonly institution: LargeInstitution;
}

/** What became of an attacker's requests: `200`, `422 validation_failed`, `cut off` and so on, each with its number. */
export type Answers = Readonly<Record<string, number>>;

export interface Request {
  readonly method?: 'GET' | 'POST';
  /** Below `/api/v4`. */
  readonly path: string;
  /** JSON. */
  readonly body?: Uint8Array;
  /** Beside that of the credentials, or instead of it. */
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * A client who asks as much as he may: he takes no notice of refusals and waits for no time that they name, but begins no more requests than the
 * Ingress of `deploy/overlays/production` lets through from one address.
 */
export class Attacker {
  readonly order: Order;
  readonly #answers = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #endsAt: number;
  #turn = 0;
  /** When the Ingress would have let the next request through if none had come at one moment. */
  #nextAt = 0;

  constructor(order: Order) {
    this.order = order;
    this.#endsAt = performance.now() + order.lastsMs;
  }

  get answers(): Answers {
    return Object.fromEntries([...this.#answers].sort());
  }

  /** Whether no more requests are to be begun. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** The gateway of the next connection. */
  nextUrl(): string {
    const { urls } = this.order;
    return urls[this.#turn++ % urls.length] ?? '';
  }

  /**
   * Has so many requests under way, or what is that at the order's strength, again and again, until the time is over.
   * @param make gets the number of the request
   */
  async keepSending(parallel: number, make: (n: number) => Request): Promise<void> {
    let count = 0;
    await this.keepDoing(parallel, () => this.send(make(count++)));
  }

  /** Does something so many times at once, or what is that at the order's strength, and again, until the time is over. */
  async keepDoing(parallel: number, act: () => Promise<unknown>): Promise<void> {
    const one = async () => {
      while (!this.isOver) await act();
    };
    await Promise.all(Array.from({ length: Math.ceil(parallel * this.order.strength) }, one));
  }

  /** Sends a request when the Ingress lets it through, reads its answer whole and counts it. */
  async send({ method = 'GET', path, body, headers }: Request): Promise<Answer> {
    await this.ingress();
    const own = { authorization: this.order.authorization, ...headers };
    const content = body && { 'content-type': 'application/json', 'content-length': body.length };
    return new Promise((resolve) => {
      let text = '';
      const end = (counted: string) => {
        this.count(counted);
        resolve({ counted, text });
      };
      const options = { method, headers: { ...own, ...content }, agent: this.#agent };
      const sent = request(`${this.nextUrl()}/api/v4${path}`, options, (answer) => {
        answer.setEncoding('latin1').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.once('end', () => end(nameOf(answer.statusCode ?? 0, text)));
        answer.once('error', () => end('cut off'));
      });
      sent.setTimeout(TIMEOUT_MS, () => {
        end('no answer');
        sent.destroy();
      });
      sent.once('error', () => end('cut off'));
      sent.end(body);
    });
  }

  /** Waits until the Ingress lets another request through. */
  async ingress(): Promise<void> {
    const now = performance.now();
    this.#nextAt = Math.max(now, this.#nextAt + 1_000 / INGRESS_PER_SECOND);
    const wait = this.#nextAt - now - (INGRESS_BURST * 1_000) / INGRESS_PER_SECOND;
    if (wait > 0) await delay(wait);
  }

  count(counted: string): void {
    this.#answers.set(counted, (this.#answers.get(counted) ?? 0) + 1);
  }
}

/** An answer as it is counted: its status, with the code of a problem, or of what is transient with its detail, which says why. */
function nameOf(status: number, text: string): string {
  if (status < 400) return String(status);
  const named = status === 503 ? /"detail":"([^"]+)"/ : /"code":"(\w+)"/;
  return `${status} ${named.exec(text)?.[1] ?? 'no problem'}`;
}

/** `limit-rps` and `limit-burst-multiplier` of the Ingress. */
const INGRESS_PER_SECOND = 100;
const INGRESS_BURST = 1_000;
/** Longer than a gateway takes for anything. */
const TIMEOUT_MS = 30_000;

import { Agent, type ClientRequest, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { LargeInstitution } from './large-institution.ts';

/** Attacker, target and duration. */
export interface Order {
  readonly attack: string;
  /** Of the gateways, among which a load balancer spreads connections. */
  readonly urls: readonly string[];
  /** The Authorization header of the attacker's integration. */
  readonly authorization: string;
  /** How long new requests are started, in milliseconds. */
  readonly lastsMs: number;
  /** The fraction of a full attack's clients. */
  readonly strength: number;
  readonly institution: LargeInstitution;
  /** Of the institution's directory sync. */
  readonly syncToken: string;
  /** The console, and the path of a link with which one of its administrators signs in; empty without a console. */
  readonly consoleUrl: string;
  readonly signInLink: string;
  /** The Authorization headers of further clients of the institution. */
  readonly colleagues: readonly string[];
  /** Those of one client each of other institutions. */
  readonly others: readonly string[];
}

/** The outcomes of an attacker's requests: `200`, `422 validation_failed`, `cut off` and so on, each with its count. */
export type Answers = Readonly<Record<string, number>>;

export interface Request {
  readonly method?: 'GET' | 'POST' | 'PATCH';
  /** Below `/api/v4`, or the whole one if it begins with `/scim/`. */
  readonly path: string;
  /** JSON. */
  readonly body?: Uint8Array;
  /** Added to the Authorization header, or replacing it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What the name of its outcome begins with. */
  readonly countedAs?: string;
}

/**
 * A client that sends as much as it can: it ignores rejections and their Retry-After, but starts no more requests than
 * the Ingress of `deploy/overlays/ingress-nginx` lets through from one address.
 */
export class Attacker {
  readonly order: Order;
  readonly #answers = new Map<string, number>();
  readonly #agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
  readonly #endsAt: number;
  #turn = 0;
  /** When the Ingress would let the next request through without its burst allowance. */
  #nextAt = 0;

  constructor(order: Order) {
    this.order = order;
    this.#endsAt = performance.now() + order.lastsMs;
  }

  get answers(): Answers {
    return Object.fromEntries([...this.#answers].sort());
  }

  /** Whether to start no more requests. */
  get isOver(): boolean {
    return performance.now() >= this.#endsAt;
  }

  /** The gateway for the next connection. */
  nextUrl(): string {
    const { urls } = this.order;
    return urls[this.#turn++ % urls.length] ?? '';
  }

  /** Keeps that many requests in flight, scaled by the order's strength, until the time is over. */
  async keepSending(parallel: number, make: (n: number) => Request): Promise<void> {
    let count = 0;
    await this.keepDoing(parallel, () => this.send(make(count++)));
  }

  /** Does something that many times at once, scaled by the order's strength, again and again until the time is over. */
  async keepDoing(parallel: number, act: () => Promise<unknown>): Promise<void> {
    const one = async () => {
      while (!this.isOver) await act();
    };
    await Promise.all(Array.from({ length: Math.ceil(parallel * this.order.strength) }, one));
  }

  /** Sends a request when the Ingress lets it through, reads the whole response and counts it. */
  async send(request: Request): Promise<{ readonly text: string }> {
    await this.ingress();
    return this.sendDirectly(request);
  }

  /** The same from an address of its own. */
  sendDirectly(request: Request): Promise<{ readonly text: string }> {
    return this.#send(request, (sent, body) => sent.end(body));
  }

  /** Sends the body in parts, with a pause after each. */
  async sendInParts(request: Request, parts: number, everyMs: number): Promise<{ readonly text: string }> {
    await this.ingress();
    return this.#send(request, async (sent, body = Buffer.alloc(0)) => {
      const bytes = Math.ceil(body.length / parts);
      for (let part = 0; part < parts && !sent.destroyed; part++) {
        sent.write(body.subarray(part * bytes, (part + 1) * bytes));
        await delay(everyMs);
      }
      sent.end();
    });
  }

  #send(
    { method = 'GET', path, body, headers, countedAs = '' }: Request,
    write: (sent: ClientRequest, body: Uint8Array | undefined) => unknown,
  ): Promise<{ readonly text: string }> {
    const content = body && { 'content-type': 'application/json', 'content-length': body.length };
    const own = { authorization: this.order.authorization, ...headers, ...content };
    const url = `${this.nextUrl()}${path.startsWith('/scim/') ? '' : '/api/v4'}${path}`;
    return new Promise((resolve) => {
      let text = '';
      const end = (counted: string) => {
        this.count(`${countedAs}${counted}`);
        resolve({ text });
      };
      const sent = request(url, { method, headers: own, agent: this.#agent }, (answer) => {
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
      void write(sent, body);
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

/**
 * The outcome under which a response is counted: its status, with the code of a problem or the type of a SCIM error, or for a transient one with
 * the detail, which gives the cause.
 */
function nameOf(status: number, text: string): string {
  if (status < 400) return String(status);
  const named = status === 503 ? /"detail":"([^"]+)"/ : /"(?:code|scimType)":"(\w+)"/;
  return `${status} ${named.exec(text)?.[1] ?? 'no problem'}`;
}

/** `limit-rps` and `limit-burst-multiplier` of the Ingress. */
const INGRESS_PER_SECOND = 100;
const INGRESS_BURST = 1_000;
/** Longer than any request of a gateway takes. */
const TIMEOUT_MS = 30_000;

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnOrigin } from '../http/origin.ts';

/** The console's cookies: the session, and what has just been done. Scripts can read neither. */
export class Cookies {
  readonly #session: string;
  readonly #message: string;
  readonly #options: Readonly<{ path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean }>;

  constructor({ isLoopback }: OwnOrigin) {
    // Browsers accept the prefix only from the host itself, over HTTPS and for all paths: no neighbouring host can set it.
    const prefix = isLoopback ? '' : '__Host-';
    this.#session = `${prefix}lyceum-console`;
    this.#message = `${prefix}lyceum-console-message`;
    this.#options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !isLoopback };
  }

  /** The token of the session that a request claims to be in. */
  session({ cookies }: FastifyRequest): string | undefined {
    return cookies[this.#session];
  }

  /** Keeps a session's token for as long as the session may last: a duration, since the clock of a browser may be wrong. */
  begin(reply: FastifyReply, token: string, maxAge: number): void {
    reply.setCookie(this.#session, token, { ...this.#options, maxAge });
  }

  end(reply: FastifyReply): void {
    reply.clearCookie(this.#session, this.#options);
  }

  /** Leaves the name of a message for the next page. A name, not a text: nobody can make the console say something. */
  leaveMessage(reply: FastifyReply, name: string): void {
    reply.setCookie(this.#message, name, { ...this.#options, maxAge: MESSAGE_SECONDS });
  }

  /** Takes the name of the message that the last request left. */
  takeMessage({ cookies }: FastifyRequest, reply: FastifyReply): string | undefined {
    const name = cookies[this.#message];
    if (name !== undefined) reply.clearCookie(this.#message, this.#options);
    return name;
  }
}

const MESSAGE_SECONDS = 60;

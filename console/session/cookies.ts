import type { FastifyReply, FastifyRequest } from 'fastify';
import type { OwnOrigin } from '../http/origin.ts';

/**
 * The console's cookies: the session, a sign-in that is under way, forms that are kept, and the last change.
 * Scripts can read none.
 */
export class Cookies {
  readonly #session: string;
  readonly #message: string;
  readonly #openId: string;
  readonly #forms: string;
  readonly #options: Readonly<{ path: '/'; httpOnly: true; sameSite: 'lax'; secure: boolean }>;

  constructor({ isLoopback }: OwnOrigin) {
    // Browsers accept the prefix only from the host itself, over HTTPS and for all paths: no neighbouring host can set
    // it.
    const prefix = isLoopback ? '' : '__Host-';
    this.#session = `${prefix}lyceum-console`;
    this.#message = `${prefix}lyceum-console-message`;
    this.#openId = `${prefix}lyceum-console-openid`;
    this.#forms = `${prefix}lyceum-console-forms`;
    this.#options = { path: '/', httpOnly: true, sameSite: 'lax', secure: !isLoopback };
  }

  /** The token of the session that a request claims to be in. */
  session({ cookies }: FastifyRequest): string | undefined {
    return cookies[this.#session];
  }

  /**
   * Keeps a session's token for as long as the session may last: a duration, since the clock of a browser may be wrong.
   */
  begin(reply: FastifyReply, token: string, maxAge: number): void {
    reply.setCookie(this.#session, token, { ...this.#options, maxAge });
  }

  end(reply: FastifyReply): void {
    reply.clearCookie(this.#session, this.#options);
  }

  /** The state of the sign-in that the browser has begun at a provider; empty without one. */
  openIdState({ cookies }: FastifyRequest): string {
    return cookies[this.#openId] ?? '';
  }

  /**
   * Keeps that state until the provider sends the browser back: by GET from another site, for which `Lax` cookies are
   * sent.
   */
  keepOpenIdState(reply: FastifyReply, state: string): void {
    reply.setCookie(this.#openId, state, { ...this.#options, maxAge: OPEN_ID_SECONDS });
  }

  dropOpenIdState(reply: FastifyReply): void {
    reply.clearCookie(this.#openId, this.#options);
  }

  /** The token by which this browser gets its kept forms back, in which forms are shown; empty without one. */
  formsOf({ cookies }: FastifyRequest): string {
    return FORMS.exec(cookies[this.#forms] ?? '')?.[1] ?? '';
  }

  /** Whether forms may be kept for that token: otherwise identity need not be asked. */
  hasForms({ cookies }: FastifyRequest): boolean {
    return FORMS.exec(cookies[this.#forms] ?? '')?.[2] !== undefined;
  }

  keepForms(reply: FastifyReply, token: string, { hasForms }: { readonly hasForms: boolean }): void {
    reply.setCookie(this.#forms, `${token}${hasForms ? '.kept' : ''}`, { ...this.#options, maxAge: FORMS_SECONDS });
  }

  /**
   * Leaves the name of a message for the next page. A name, not a text: no other site can make the console show a text
   * of its choice.
   */
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
/** As long as the state is valid. */
const OPEN_ID_SECONDS = 600;
/** A form may stay open for days. */
const FORMS_SECONDS = 7 * 24 * 60 * 60;
/** 32 bytes in base64url. */
const FORMS = /^([A-Za-z0-9_-]{43})(\.kept)?$/;

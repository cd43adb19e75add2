import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { t } from '../components/language.ts';
import { HOME } from '../components/navigation.ts';
import { bare, type Page, shell } from '../components/page.ts';
import { Failure } from '../http/failure.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { stateOf } from './request-state.ts';
import type { Download, Screen } from './screen.ts';

/**
 * Sends a page, within the console's frame for who has signed in.
 * @param done the change that has just been made; by default the message that the last request left
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  deps: ConsoleDeps,
  done?: string,
): FastifyReply {
  const { own, messages, paths, clock, publicUrl } = deps;
  const { session } = stateOf(request);
  const left = own().cookies.takeMessage(request, reply);
  const signedIn = left === SIGNED_IN && session ? t.frame.signedInAs(session.userName) : undefined;
  const message = done ?? signedIn ?? (left === undefined ? undefined : messages.get(left)?.());
  const around = { path: request.url.replace(/\?.*$/s, ''), message, assets: paths };
  const text =
    session === null
      ? bare(page, around)
      : shell(page, {
          ...around,
          reader: session,
          present: { now: clock.now(), timeZone: session.timeZone },
          publicUrl: publicUrl(),
        });
  const { status = 200 } = page;
  // A partial update shows the whole page instead.
  if (status >= 400 && request.headers['hx-request'] !== undefined)
    reply.headers({ 'hx-retarget': 'body', 'hx-reselect': 'body', 'hx-reswap': 'outerHTML' });
  return reply.code(status).type('text/html; charset=utf-8').send(String(text));
}

/** The name of the message that says who is signed in now. */
export const SIGNED_IN = 'signed-in';

/** Sends a file as it is made, no faster than it is read. A session has one at a time: each is much work. */
export function sendDownload(
  reply: FastifyReply,
  { type, fileName, parts }: Download,
  { downloading, sessionId }: Pick<ConsoleDeps, 'downloading'> & { readonly sessionId: string },
): FastifyReply {
  if (downloading.has(sessionId)) throw new Failure(429, { retryAfterSeconds: 60 });
  downloading.add(sessionId);
  const file = Readable.from(inItsContext(parts), { highWaterMark: PARTS_AHEAD }).once('close', () =>
    downloading.delete(sessionId),
  );
  reply.type(type).header('content-disposition', `attachment; filename="${fileName}"`);
  return reply.send(file);
}

/** Makes parts for whoever has asked for them, whoever reads them: a stream reads when its connection can send. */
function inItsContext<T>(parts: AsyncIterable<T>): AsyncIterable<T> {
  const run = AsyncLocalStorage.snapshot();
  const iterator = parts[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => run(() => iterator.next()),
      return: async () => (await run(() => iterator.return?.())) ?? { done: true, value: undefined },
    }),
  };
}

/** Parts of a file that are made before they are read. */
const PARTS_AHEAD = 2;

/** Sends the browser to another page. A partial update is told to leave the page. */
export function redirect(request: FastifyRequest, reply: FastifyReply, to: string): FastifyReply {
  if (request.headers['hx-request'] !== undefined) return reply.header('hx-redirect', to).send();
  return reply.code(303).header('location', to).send();
}

/** Sends the browser to the sign-in page, which leads on to where it wanted to go. */
export function sendToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { view, afterSignIn }: Pick<Screen, 'view' | 'afterSignIn'>,
): FastifyReply {
  const next = afterSignIn ?? (request.method === 'GET' || view ? request.url : HOME);
  return redirect(request, reply, `/console/sign-in?${new URLSearchParams({ next })}`);
}

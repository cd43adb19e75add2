import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fromInstantText } from '../../platform/core/instant.ts';
import type { FormState } from '../components/form.ts';
import { t } from '../components/language.ts';
import { dateTimeText } from '../components/time.ts';
import { failureOf } from '../http/failure.ts';
import { fileIn } from '../http/uploads.ts';
import { endSession } from '../session/session.ts';
import { admission } from './admit.ts';
import { redirect, SIGNED_IN, sendDownload, sendPage, sendToSignIn } from './answer.ts';
import type { AdmittedScreen } from './audience.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { afterSignIn, dropForm, findForm, keepSentForm, newFormKey } from './kept-form.ts';
import { asReader } from './reader.ts';
import { stateOf } from './request-state.ts';
import type { Data, Download, Outcome, Redirect, Sent, Visit } from './screen.ts';
import { faultsOf, keyedCall, refuseBadText, valuesOf } from './sent-form.ts';
import { visitOf } from './visit.ts';

/** Registers a screen's routes. Everything that its declaration requires happens here, nothing in the screen. */
export function registerScreen(app: FastifyInstance, screen: AdmittedScreen, deps: ConsoleDeps): void {
  const url = `/console${screen.path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
  const checks = {
    onRequest: admission(app, screen, deps),
    preHandler: (request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void) =>
      void languageFor(request).then((known) => asReader(request, deps, done, known), done),
  };
  const { view, submit } = screen as Handlers;
  const fresh = (request: FastifyRequest): FormState => ({ values: {}, faults: {}, key: newFormKey(request, deps) });
  if (view)
    app.get(url, checks, async (request, reply) => {
      const { visit } = visitOf(request, screen, deps);
      const values = submit && request.method === 'GET' ? await findForm(request, deps) : undefined;
      const outcome = await view(visit, { ...fresh(request), ...(values && { values }) });
      if ('parts' in outcome)
        return sendDownload(reply, outcome, { ...deps, sessionId: visit.session?.actor.sessionId ?? '' });
      if ('to' in outcome) return follow(request, reply, outcome);
      // Kept until now: where the page could not be made, the form would be lost.
      if (values) await dropForm(request, deps);
      return sendPage(request, reply, outcome, deps, values && t.failures.restored);
    });
  if (submit)
    app.post(url, checks, async (request, reply) => {
      const values = valuesOf(request.body);
      if (!screen.isPublic && !stateOf(request).session) {
        const isKept =
          view !== undefined && screen.afterSignIn === undefined && (await keepSentForm(request, reply, values, deps));
        const { cookies } = deps.own();
        if (isKept || cookies.session(request) !== undefined) cookies.leaveMessage(reply, isKept ? 'kept' : 'ended');
        return sendToSignIn(request, reply, screen);
      }
      const { visit, context } = visitOf(request, screen, deps);
      try {
        refuseBadText(values);
        const sent = {
          values,
          file: fileIn(request.body),
          send: keyedCall(request, context, deps),
          fresh: fresh(request),
        };
        const outcome = await submit({ ...visit, ...sent });
        if (visit.session) deps.institutions.drop(visit.session.actor.institutionId);
        return answer(request, reply, outcome);
      } catch (error) {
        if (!view) throw error;
        const { frozenUntil, retryAfterSeconds } = failureOf(error);
        // Who signs in has typed nothing that is worth keeping.
        if (frozenUntil !== undefined && screen.isPublic) throw error;
        if (frozenUntil !== undefined) {
          const fault = t.failures.frozenForm(dateTimeText(frozenUntil, visit.present));
          const kept = await page(view, visit, { ...fresh(request), values, faults: {}, fault });
          reply.header('retry-after', String(retryAfterSeconds));
          return answer(request, reply, 'to' in kept ? kept : { ...kept, status: 503 });
        }
        const faults = faultsOf(error, screen, values);
        const outcome = await page(view, visit, { ...fresh(request), values, ...faults });
        return answer(request, reply, 'to' in outcome ? outcome : { ...outcome, status: 422 });
      }
    });

  async function languageFor(request: FastifyRequest): Promise<string> {
    if (!screen.isPublic || !screen.language) return '';
    return screen.language(visitOf(request, screen, deps).visit);
  }

  async function answer(request: FastifyRequest, reply: FastifyReply, outcome: Outcome | Data): Promise<FastifyReply> {
    if ('json' in outcome) return reply.type('application/json').send(outcome.json);
    if (!('to' in outcome))
      return sendPage(request, reply, outcome, deps, outcome.status ? undefined : screen.success?.());
    if (screen.success !== undefined) deps.own().cookies.leaveMessage(reply, screen.path);
    return follow(request, reply, outcome);
  }

  async function follow(
    request: FastifyRequest,
    reply: FastifyReply,
    { to, session, openIdState }: Redirect,
  ): Promise<FastifyReply> {
    const { cookies } = deps.own();
    if (openIdState === null) cookies.dropOpenIdState(reply);
    if (openIdState) cookies.keepOpenIdState(reply, openIdState);
    if (session === null) {
      await endSession(deps.router, stateOf(request));
      cookies.end(reply);
    }
    let next = to;
    if (session) {
      const seconds = Math.floor((fromInstantText(session.expiresAt) - deps.clock.now()) / 1_000);
      cookies.begin(reply, session.token, seconds);
      // Whatever the browser was still to say was said to who was signed in before.
      cookies.takeMessage(request, reply);
      next = await afterSignIn(request, reply, { to, token: session.token }, deps);
      // The browser may have been signed in as another person.
      if (stateOf(request).session) cookies.leaveMessage(reply, SIGNED_IN);
      await endSession(deps.router, stateOf(request));
    }
    return redirect(request, reply, next);
  }
}

/** A form is shown again as a page, or leads elsewhere. */
async function page(view: NonNullable<Handlers['view']>, visit: Visit, form: FormState): Promise<Outcome> {
  const outcome = await view(visit, form);
  if ('parts' in outcome) throw new Error('a form is answered with a file');
  return outcome;
}

/** A screen's functions for any visit: whether it has a session has been checked before. */
interface Handlers {
  view?(visit: Visit, form: FormState): Outcome | Download | Promise<Outcome | Download>;
  submit?(visit: Visit & Sent): Promise<Outcome | Data>;
}

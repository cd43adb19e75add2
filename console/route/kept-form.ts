import type { FastifyReply, FastifyRequest } from 'fastify';
import { ANONYMOUS } from '../../platform/core/actor.ts';
import { KeptFormService } from '../../proto/gen/lyceum/identity/v1/kept_form_pb.ts';
import { isSecretField } from '../components/control.ts';
import { CONFIRMED, KEY } from '../components/form.ts';
import { nextPage } from '../http/next-page.ts';
import { authenticate } from '../session/session.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { Values } from './opened-form.ts';
import { optionalCaller } from './optional-call.ts';
import { stateOf } from './request-state.ts';

/** The key of a form: differs each time the form is shown, and names the person and the browser it is shown to. */
export function newFormKey(request: FastifyRequest, { ids }: Pick<ConsoleDeps, 'ids'>): string {
  const { session } = stateOf(request);
  return session ? `${ids.newSecret()}.${session.formToken}` : ids.newSecret();
}

/**
 * Keeps the values of a form whose session has ended, for the person it was shown to, in this browser.
 * Passwords and confirmations are not kept. @returns whether it was kept
 */
export async function keepSentForm(
  request: FastifyRequest,
  reply: FastifyReply,
  values: Values,
  deps: ConsoleDeps,
): Promise<boolean> {
  const [, formToken] = /^[^.]+\.(.+)$/.exec(values[KEY] ?? '') ?? [];
  if (formToken === undefined || formToken.length > MAX_TOKEN || request.url.length > MAX_ADDRESS) return false;
  const call = optionalCaller(deps.router, { ...stateOf(request).context, actor: ANONYMOUS });
  const { cookies } = deps.own();
  const kept = await call(KeptFormService.method.keepForm, {
    formToken,
    browserToken: cookies.formsOf(request),
    address: request.url,
    typedValues: { ...Object.fromEntries(Object.entries(values).filter(isKept)), [KEY]: '' },
  });
  if (!kept?.browserToken) return false;
  cookies.keepForms(reply, kept.browserToken, { hasForms: true });
  return true;
}

/** The values of a form that this person sent from this browser after the session had ended. */
export async function findForm(request: FastifyRequest, deps: ConsoleDeps): Promise<Values | undefined> {
  const call = ownCall(request, deps);
  if (!call || request.url.length > MAX_ADDRESS) return undefined;
  const asked = { browserToken: deps.own().cookies.formsOf(request), address: request.url };
  return (await call(KeptFormService.method.findKeptForm, asked))?.form?.typedValues;
}

/** Deletes the kept form once it has been shown. */
export async function dropForm(request: FastifyRequest, deps: ConsoleDeps): Promise<void> {
  const asked = { browserToken: deps.own().cookies.formsOf(request), address: request.url };
  await ownCall(request, deps)?.(KeptFormService.method.dropKeptForm, asked);
}

/**
 * The address after signing in: the form that is kept. Without one, the browser begins anew: what
 * another person has left in it is forgotten, and its open forms can no longer be kept.
 */
export async function afterSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  { to, token }: { readonly to: string; readonly token: string },
  deps: ConsoleDeps,
): Promise<string> {
  const { cookies } = deps.own();
  const browserToken = cookies.formsOf(request);
  const { context } = stateOf(request);
  const session = cookies.hasForms(request) ? await authenticate(deps, context, token) : null;
  const call = session && optionalCaller(deps.router, { ...context, actor: session.actor, token: session.token });
  const found = await call?.(KeptFormService.method.findKeptForm, { browserToken });
  // While identity is away, it is unknown whether a form is kept.
  if (!cookies.hasForms(request) || (found && !found.form))
    cookies.keepForms(reply, deps.ids.newSecret(), { hasForms: false });
  return nextPage(found?.form?.address, to);
}

/** Calls for who has signed in, if this browser has forms that are kept. */
function ownCall(request: FastifyRequest, deps: ConsoleDeps): ReturnType<typeof optionalCaller> | undefined {
  const { session, context } = stateOf(request);
  if (!session || !deps.own().cookies.hasForms(request)) return undefined;
  return optionalCaller(deps.router, { ...context, actor: session.actor, token: session.token });
}

function isKept([name, value]: readonly [string, string]): boolean {
  if (name === KEY || name === CONFIRMED || isSecretField(name)) return false;
  return [name, value].every((text) => text.isWellFormed() && !text.includes('\0'));
}

/** As the contract has them. */
const MAX_TOKEN = 512;
const MAX_ADDRESS = 1024;

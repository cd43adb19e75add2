import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Code } from '@connectrpc/connect';
import type { FastifyRequest } from 'fastify';
import { type Call, callForReply } from '../../platform/calls/caller.ts';
import type { CallContext } from '../../platform/core/call-context.ts';
import { remainingMs } from '../../platform/core/clock.ts';
import { isFault, Refusal, refuse, type Violation } from '../../platform/core/errors/refusal.ts';
import { type Field, KEY } from '../components/form.ts';
import type { Html } from '../components/html.ts';
import { t } from '../components/language.ts';
import { sentenceOf } from '../components/refusals.ts';
import { Failure } from '../http/failure.ts';
import { fileIn } from '../http/uploads.ts';
import type { ConsoleDeps } from './console-deps.ts';
import type { Screen, Sent } from './screen.ts';

/** The last value of each field or parameter, without white space at both ends; a file is none. */
export function valuesOf(given: unknown): Readonly<Record<string, string>> {
  const values: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries((given ?? {}) as Record<string, unknown>)) {
    const last = [value].flat().at(-1);
    if (!(last instanceof Uint8Array)) values[name] = String(last ?? '').trim();
  }
  return values;
}

/** Refuses values that no database can store, each beside its field. */
export function refuseBadText(values: Sent['values']): void {
  const violations = Object.entries(values)
    .filter(([, value]) => value.includes('\0') || !value.isWellFormed())
    .map(
      ([name]) => ({ pointer: `/${name}`, code: 'invalid_string', message: 'must not hold a NUL character' }) as const,
    );
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** The faults of fields, by their names: sentences, which may have links. */
export type Faults = Readonly<Record<string, string | Html>>;

/** A form that is refused for faults of its fields. */
export class FaultyForm extends Failure {
  readonly faults: Faults;

  constructor(faults: Faults) {
    super(400);
    this.faults = faults;
  }
}

/** Refuses a form unless nothing is wrong with its fields. */
export function refuseFaults(faults: Faults): void {
  if (Object.keys(faults).length > 0) throw new FaultyForm(faults);
}

/** The faults of typed values, by the name of the field. @param isComplete whether required values must be there */
export function fieldFaults(
  fields: readonly Field[],
  values: Sent['values'],
  isComplete: boolean,
): Readonly<Record<string, string>> {
  const faultIn = (field: Field): string | undefined => {
    const value = values[field.name] ?? '';
    if (field.kind === 'select')
      return field.options.some(([each]) => each === value) ? undefined : t.failures.chooseOne;
    if (field.kind === 'check' || field.kind === 'choices') return;
    if (value === '') return isComplete && field.required ? t.failures.fillIn : undefined;
    const { maxLength } = field;
    // No service is asked about it where nothing else has changed.
    if (field.isParameter && maxLength !== undefined && value.length > maxLength)
      return t.failures.atMostCharacters(maxLength);
    return field.kind === 'number' && !NUMBER.test(value) ? t.failures.mustBeNumber : undefined;
  };
  return Object.fromEntries(
    fields.flatMap((field) => {
      const fault = faultIn(field);
      return fault === undefined ? [] : [[field.name, fault]];
    }),
  );
}

const NUMBER = /^[+-]?(\d+(?:\.\d*)?|\.\d+)(e[+-]?\d{1,3})?$/i;

/**
 * The call with which a form's screen changes something: the same form with the same fields has its effect once. Sent
 * again meanwhile, it waits for the outcome of the first one.
 */
export function keyedCall(
  request: FastifyRequest,
  context: CallContext,
  { router }: Pick<ConsoleDeps, 'router'>,
): Call {
  const values = valuesOf(request.body);
  const fields = Object.entries(values).sort(([a], [b]) => (a < b ? -1 : 1));
  const file = fileIn(request.body);
  const ofFile = file && hash('sha256', file, 'base64url');
  const fingerprint = hash('sha256', JSON.stringify([request.url, fields, ofFile]), 'base64url');
  const idempotency = values[KEY] === undefined ? undefined : { key: fingerprint, fingerprint };
  return async (method, message) => {
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, LONGEST_WAIT_MS)) {
      try {
        return (await callForReply(router, { ...context, idempotency }, method, message)).message;
      } catch (error) {
        const isUnderWay = error instanceof Refusal && error.code === 'KEY_IN_FLIGHT';
        if (!isUnderWay || remainingMs(context.deadline) <= waitMs) throw error;
        await delay(waitMs, undefined, context.signal && { signal: context.signal });
      }
    }
  };
}

/** A form that is sent twice is mostly short, and an import lasts seconds. */
const FIRST_WAIT_MS = 50;
const LONGEST_WAIT_MS = 1_000;

/** The faults that a form shows for a refusal; throws refusals that the sender cannot correct. */
export function faultsOf(
  error: unknown,
  { faults: fields = {} }: Screen,
  values: Sent['values'],
): { faults: Faults; fault?: string } {
  if (error instanceof FaultyForm) return { faults: error.faults };
  if (!(error instanceof Refusal)) throw error;
  const field = fields[error.code];
  if (field !== undefined) return { faults: { [field]: sentenceOf(error.message) } };
  if (isFault(error) || NOT_OF_THE_FORM.has(error.status)) throw error;
  if (error.violations.length === 0) return { faults: {}, fault: sentenceOf(error.message) };
  return { faults: Object.fromEntries(error.violations.map((violation) => faultOf(violation, values))) };
}

/** The field that a violation is about, and its fault as a sentence. */
function faultOf({ pointer, message }: Violation, values: Sent['values']): readonly [name: string, fault: string] {
  // Of an item of a list, the list.
  const field = pointer.split('/').findLast((part) => !/^\d+$/.test(part)) ?? '';
  // Services spell settings as the specification does, and fields that their contracts check as JSON does.
  const name = Object.keys(values).find((each) => inOneWord(each) === inOneWord(field)) ?? field;
  if (values[name] === '') return [name, t.failures.fillIn];
  return [name, sentenceOf(message)];
}

function inOneWord(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}

const NOT_OF_THE_FORM = new Set<Code>([
  Code.NotFound,
  Code.PermissionDenied,
  Code.Unauthenticated,
  Code.ResourceExhausted,
  Code.Aborted,
]);

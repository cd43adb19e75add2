import type { DescMessage, Message } from '@bufbuild/protobuf';
import { createValidator, type Violation as RuleViolation } from '@bufbuild/protovalidate';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { fieldCheckOf, maskCheckOf, pointerOfField } from '../calls/field-checks.ts';
import { handleTraced } from '../calls/traced-calls.ts';
import type { IdentifiedActor } from '../core/actor.ts';
import type { CallContext, Reply } from '../core/call-context.ts';
import { withinCall } from '../core/call-scope.ts';
import { remainingMs, timerMs } from '../core/clock.ts';
import type { PlatformCode } from '../core/errors/catalogue.ts';
import { Refusal, refuse, type Violation } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import { requireGrant } from '../core/grant.ts';
import { requireRole } from '../core/roles.ts';
import { traceIdsOf } from '../core/spans.ts';
import type { AnyOperation } from './operation.ts';
import type { Runtime } from './runtime.ts';

/** A call that has arrived at a service, by any transport. */
export interface IncomingCall {
  readonly operation: AnyOperation;
  readonly runtime: Runtime;
  readonly request: Message;
  readonly context: CallContext;
}

/** Runs an operation after the checks that every call to every service goes through. Throws ConnectErrors only. */
export function handleCall(call: IncomingCall): Promise<Reply> {
  const { tracer } = call.runtime;
  // With tracing on, the call is a span and the parent of everything that it causes.
  if (!tracer) return answer(call);
  return handleTraced(tracer, call.operation.method, call.context, (context) => answer({ ...call, context }));
}

async function answer(call: IncomingCall): Promise<Reply> {
  try {
    // Do no work for a caller that has stopped waiting.
    return await whileCallerWaits(call.context, () => {
      // Every caller is authenticated, except for calls that authenticate it.
      authorise(call);
      // The contract's rules and formats: an operation sees only valid requests.
      validate(call);
      return call.operation.run(call.runtime, call.request, call.context);
    });
  } catch (thrown) {
    // The log gets the whole error; the caller gets a status with a refusal and nothing of its cause.
    const error = call.runtime.db.translate(thrown);
    logFailure(call, error);
    throw toStatus(error);
  }
}

function logFailure({ runtime, operation, context }: IncomingCall, error: unknown): void {
  const line = {
    requestId: context.requestId,
    institutionId: context.actor.institutionId,
    ...(context.span && traceIdsOf(context.span)),
    rpc: `${operation.method.parent.typeName}/${operation.method.name}`,
  };
  if (!(error instanceof Refusal) || error.code === 'INTERNAL')
    runtime.log.error({ ...line, err: error }, 'call failed');
  else if (UNHEALTHY.has(error.code) && !hasCallerGone(context))
    runtime.log.warn({ ...line, code: error.code, err: error.cause }, 'call failed');
  else runtime.log.debug({ ...line, code: error.code }, 'call refused');
}

/** Whether the caller disconnected before the deadline, which says nothing about the health of the service. */
function hasCallerGone({ signal, deadline }: CallContext): boolean {
  return signal?.aborted === true && remainingMs(deadline) > 0;
}

const UNHEALTHY = new Set<string>(['DEPENDENCY_UNAVAILABLE', 'DEADLINE_EXCEEDED'] satisfies PlatformCode[]);

/**
 * Begins work unless its caller has stopped waiting, and waits as long as the caller does. The work then goes on, but
 * its statements end with the call.
 */
function whileCallerWaits<T>(context: CallContext, begin: () => Promise<T>): Promise<T> {
  const { deadline, signal } = context;
  if (remainingMs(deadline) <= 0 || signal?.aborted) refuse('DEADLINE_EXCEEDED');
  // Begin before setting the timer: work that throws synchronously leaves no timer behind.
  const work = withinCall(context, begin);
  return new Promise((resolve, reject) => {
    const giveUp = () => reject(new Refusal('DEADLINE_EXCEEDED'));
    const timer = setTimeout(giveUp, timerMs(deadline));
    signal?.addEventListener('abort', giveUp);
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', giveUp);
    };
    work.then(
      (result) => {
        settle();
        resolve(result);
      },
      (error: unknown) => {
        settle();
        reject(error);
      },
    );
  });
}

function authorise({ context: { actor, isDryRun }, operation: { access, need, roles } }: IncomingCall): void {
  // Dry runs are the gateway's: only the gateway calls on behalf of integrations.
  if (isDryRun && actor.kind !== 'integration') refuse('CALLER_FORBIDDEN');
  if (actor.kind === 'integration') requireGrant(actor.grant, need, isDryRun === true);
  if (access.has(Access.ANYONE)) return;
  if (actor.kind === 'anonymous') refuse('CALLER_UNAUTHENTICATED');
  if (!access.has(Access.PLATFORM) && actor.institutionId === null) refuse('CALLER_UNAUTHENTICATED');
  if (!isOpenTo(actor.kind, access)) refuse('CALLER_FORBIDDEN');
  if (actor.kind === 'administrator') requireRole(actor.roles, roles);
}

/** Whether an actor of a kind may make calls with one of these options. */
function isOpenTo(kind: IdentifiedActor['kind'], access: ReadonlySet<Access>): boolean {
  return OPEN_TO[kind].some((each) => access.has(each));
}

const OPEN_TO: Readonly<Record<IdentifiedActor['kind'], readonly Access[]>> = {
  integration: [Access.TENANT, Access.CALENDAR],
  feed: [Access.CALENDAR],
  administrator: [Access.ADMINISTRATOR],
  operator: [Access.TENANT, Access.CALENDAR, Access.OPERATOR, Access.PLATFORM],
};

// Uses the engine's RegExp: the contracts' patterns are ours and linear, and the library's default is many times
// slower.
const patterns = new Map<string, RegExp>();
const validator = createValidator({
  regexMatch(pattern, against) {
    let expression = patterns.get(pattern);
    if (!expression) {
      expression = new RegExp(pattern, 'u');
      patterns.set(pattern, expression);
    }
    return expression.test(against);
  },
});

function validate({ operation, request }: IncomingCall): void {
  const { input } = operation.method;
  const result = validator.validate(input, request);
  if (result.kind === 'error') throw result.error;
  const broken = result.kind === 'invalid' ? result.violations.map(toViolation) : [];
  const checks = ownChecks.getOrInsertComputed(input, (schema) => [fieldCheckOf(schema), maskCheckOf(schema)]);
  const violations = [...broken, ...checks.flatMap((check) => check?.(request) ?? [])];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** By request type, computed at its first call. */
const ownChecks = new Map<DescMessage, readonly (((request: Message) => Violation[]) | null)[]>();

function toViolation(violation: RuleViolation): Violation {
  return { pointer: pointerOfField(violation.field), code: codeOfRule(violation.ruleId), message: violation.message };
}

function codeOfRule(ruleId: string): Violation['code'] {
  if (ruleId === 'required' || ruleId.endsWith('.required')) return 'required';
  if (/\.gte?_lte?(_|$)/.test(ruleId)) return 'invalid_value';
  if (/\.(min_len|min_items|gte?|min_bytes)(_|$)/.test(ruleId)) return 'too_small';
  if (/\.(max_len|max_items|lte?|max_bytes)(_|$)/.test(ruleId)) return 'too_big';
  if (ruleId.startsWith('string.')) return 'invalid_string';
  if (ruleId.startsWith('enum.')) return 'invalid_enum';
  return 'invalid_value';
}

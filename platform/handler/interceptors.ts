import type { Message } from '@bufbuild/protobuf';
import { createValidator, type Violation as RuleViolation } from '@bufbuild/protovalidate';
import { Access } from '../../proto/gen/lyceum/common/v1/access_pb.ts';
import { pointerOfField } from '../calls/field-pointer.ts';
import { textFaults } from '../calls/text-formats.ts';
import { traceCall } from '../calls/traced-calls.ts';
import type { CallContext } from '../core/call-context.ts';
import { withinCall } from '../core/call-scope.ts';
import { remainingMs, timerMs } from '../core/clock.ts';
import type { PlatformCode } from '../core/errors/catalogue.ts';
import { Refusal, refuse, type Violation } from '../core/errors/refusal.ts';
import { toStatus } from '../core/errors/status.ts';
import type { AnyOperation, Reply } from './operation.ts';
import type { Runtime } from './runtime.ts';

/** A call that has arrived at a service, by whatever transport. */
export interface IncomingCall {
  readonly operation: AnyOperation;
  readonly runtime: Runtime;
  readonly request: Message;
  readonly context: CallContext;
}

export type Handle = (call: IncomingCall) => Promise<Reply>;

type Interceptor = (next: Handle) => Handle;

/** What every call to every service goes through, outermost first. */
const interceptors: readonly Interceptor[] = [
  // Where traces are kept, the call is a span, and all that follows from it a part of that.
  traceCall,
  // Whatever is thrown is logged with all it knows, and leaves as a status with a refusal and nothing of its cause.
  reportFailure,
  // A caller that has stopped waiting gets no work done for it.
  meetDeadline,
  // Whoever calls has proven who he is, unless the call is that proof.
  authorise,
  // The contract's rules and formats, so that an operation sees only requests that obey them.
  validate,
];

/** Runs an operation behind all interceptors. Throws ConnectErrors only. */
export const handleCall: Handle = interceptors.reduceRight<Handle>(
  (next, interceptor) => interceptor(next),
  ({ operation, runtime, request, context }) => operation.run(runtime, request, context),
);

function reportFailure(next: Handle): Handle {
  return async (call) => {
    try {
      return await next(call);
    } catch (thrown) {
      const error = call.runtime.db.translate(thrown);
      logFailure(call, error);
      throw toStatus(error);
    }
  };
}

function logFailure({ runtime, operation, context }: IncomingCall, error: unknown): void {
  const line = {
    requestId: context.requestId,
    institutionId: context.actor.institutionId,
    ...context.span?.ids,
    rpc: `${operation.method.parent.typeName}/${operation.method.name}`,
  };
  if (!(error instanceof Refusal) || error.code === 'INTERNAL')
    runtime.log.error({ ...line, err: error }, 'call failed');
  else if (UNHEALTHY.has(error.code)) runtime.log.warn({ ...line, code: error.code, err: error.cause }, 'call failed');
  else runtime.log.debug({ ...line, code: error.code }, 'call refused');
}

const UNHEALTHY = new Set<string>(['DEPENDENCY_UNAVAILABLE', 'DEADLINE_EXCEEDED'] satisfies PlatformCode[]);

function meetDeadline(next: Handle): Handle {
  return (call) => {
    const { deadline } = call.context;
    if (remainingMs(deadline) <= 0 || call.context.signal?.aborted) refuse('DEADLINE_EXCEEDED');
    // Begun before the timer: what is refused at once leaves none behind.
    const work = withinCall(call.context, () => next(call));
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Refusal('DEADLINE_EXCEEDED')), timerMs(deadline));
      work.then(
        (reply) => {
          clearTimeout(timer);
          resolve(reply);
        },
        (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      );
    });
  };
}

// The checks of the innermost interceptors throw at once: what they guard has not begun.

function authorise(next: Handle): Handle {
  return (call) => {
    const { actor } = call.context;
    const { access } = call.operation;
    if (access === Access.ANYONE) return next(call);
    if (actor.kind === 'anonymous') refuse('CALLER_UNAUTHENTICATED');
    if (access !== Access.PLATFORM && actor.institutionId === null) refuse('CALLER_UNAUTHENTICATED');
    if (access !== Access.TENANT && actor.kind !== 'operator') refuse('CALLER_FORBIDDEN');
    return next(call);
  };
}

// The engine's own expressions: the contracts' patterns are ours and linear, and the library's default is many times slower.
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

function validate(next: Handle): Handle {
  return (call) => {
    const { input } = call.operation.method;
    const result = validator.validate(input, call.request);
    if (result.kind === 'error') throw result.error;
    const broken = result.kind === 'invalid' ? result.violations.map(toViolation) : [];
    const violations = [...broken, ...textFaults(input, call.request)];
    if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
    return next(call);
  };
}

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

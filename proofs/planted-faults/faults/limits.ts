import type { Fault } from '../fault.ts';

/** The rate limit, the allowance for writes, and the bounds of a body. */
export const limits: readonly Fault[] = [
  {
    name: 'A gateway that was paused amid its work sheds the requests that waited',
    file: 'gateway/http/pressure.ts',
    find: ' || cpu.share < PAUSED_SHARE',
    replace: '',
  },
  {
    name: 'Gateways count parts of a millisecond, which the shared count does not have',
    file: 'libraries/sliding-window/common-time.ts',
    find: 'Math.round(now + (this.#leadMs ?? 0))',
    replace: 'now + (this.#leadMs ?? 0)',
  },
  {
    name: 'The rate limit lets one request more through',
    file: 'libraries/sliding-window/window.ts',
    find: 'const allowed = this.#count < this.#limit;',
    replace: 'const allowed = this.#count <= this.#limit;',
  },
  {
    name: 'A request counts for a millisecond longer than the window of the rate limit',
    file: 'libraries/sliding-window/window.ts',
    find: 'now - this.#at(0) >= this.#windowMs',
    replace: 'now - this.#at(0) > this.#windowMs',
  },
  {
    name: 'All integrations of an institution share one rate limit',
    file: 'gateway/http/request-hooks.ts',
    find: 'rateLimits.take(identity.client, steadyClock.now())',
    replace: 'rateLimits.take(identity.actor.institutionId, steadyClock.now())',
  },
  {
    name: 'Requests that a gateway counted alone are forgotten when gateways count together again',
    file: 'libraries/sliding-window/shared-counter.ts',
    find: 'this.#windowOf([...plausible, ...this.#unsent])',
    replace: 'this.#windowOf(plausible)',
  },
  {
    name: 'Gateways whose clocks differ each let the limit pass',
    file: 'libraries/sliding-window/common-time.ts',
    find: 'return Math.round(now + (this.#leadMs ?? 0));',
    replace: 'return Math.round(now);',
  },
  {
    name: 'A full window of the rate limit is not read again when it may have room',
    file: 'libraries/sliding-window/shared-counter.ts',
    find: 'if (!sharing.isOn || now - this.#knownAt < READ_AGAIN_MS) return',
    replace: 'if (now > 0) return',
  },
  {
    name: 'An institution gets more than two thirds of a service if its requests are large',
    file: 'gateway/admission/fair-queue.ts',
    find: 'held === 0 || held + cost <= most',
    replace: 'held <= most',
  },
  {
    name: 'A request that lacks room stops all others',
    file: 'gateway/admission/fair-queue.ts',
    find: '!passes || this.#passing + request.cost <= this.#mostPassing',
    replace: '!passes',
  },
  {
    name: 'Slow reads of one institution take all sessions of a service',
    file: 'libraries/pg-batch/read-queue.ts',
    find: 'this.#inFlightOf(group) < this.#maxInFlight',
    replace: 'this.#inFlightOf(group) >= 0',
  },
  {
    name: 'Reads of all institutions wait in one line',
    file: 'platform/data/database.ts',
    find: 'currentGroup: currentInstitution,',
    replace: '',
  },
  {
    name: 'Refused requests teach that an operation is cheap',
    file: 'gateway/http/request-hooks.ts',
    find: "reply.statusCode < 300 && method !== 'HEAD'",
    replace: 'reply.statusCode !== 429 && reply.statusCode !== 503',
  },
  {
    name: 'Many small answers at once make an operation cheap',
    file: 'gateway/admission/costs.ts',
    find: 'Math.max(KEPT_AT_LEAST, 0.5 ** (elapsed / HALVED_IN_MS))',
    replace: 'KEPT_AT_LEAST',
  },
  {
    name: 'Reads are refused when the allowance for writes is spent',
    file: 'gateway/http/request-hooks.ts',
    find: "if (!identity || method === 'GET' || method === 'HEAD') return",
    replace: 'if (!identity) return',
  },
  {
    name: 'A body may be larger than 256 KiB by one byte',
    file: 'gateway/http/received-body.ts',
    find: 'bytes: 256 * 1024,',
    replace: 'bytes: 256 * 1024 + 1,',
  },
  {
    name: 'A body may hold one value too many',
    file: 'gateway/http/received-body.ts',
    find: 'if (values > BODY_BOUNDS.values)',
    replace: 'if (values > BODY_BOUNDS.values + 1)',
  },
  {
    name: 'A body may be nested one level too deep',
    file: 'gateway/http/received-body.ts',
    find: 'depth: 64 }',
    replace: 'depth: 65 }',
  },
  {
    name: 'Each rejected request is recorded',
    file: 'gateway/activity/request-recorder.ts',
    find: 'return before < RECORDED_IN_MINUTE;',
    replace: 'return true;',
  },
  {
    name: 'One institution may hold everything that waits for activity',
    file: 'gateway/activity/request-recorder.ts',
    find: 'if (held >= 2 * left) {',
    replace: 'if (left <= 0) {',
  },
];

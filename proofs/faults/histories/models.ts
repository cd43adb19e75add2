import type { Model } from './check-history.ts';

/** A record under If-Match, such as an appointment. */
interface RecordState {
  /** Null before its creation and after its deletion. */
  readonly value: string | null;
  /** Undefined after a write without an answer: nobody can know it before a read. */
  readonly etag: string | undefined;
}

export type RecordInput =
  | { readonly kind: 'read' }
  | { readonly kind: 'write'; readonly value: string; readonly ifMatch: string }
  | { readonly kind: 'delete'; readonly ifMatch: string };

export interface RecordOutput {
  /** 200, 204, 404 or 412. */
  readonly status: number;
  readonly value?: string;
  readonly etag?: string;
}

/** Reads, and writes that compare the ETag first. */
export function recordModel(value: string, etag: string): Model<RecordState, RecordInput, RecordOutput> {
  return {
    initial: { value, etag },
    step(state, input, output) {
      if (state.value === null || output?.status === 404)
        return state.value === null && (!output || output.status === 404) ? state : null;
      if (input.kind === 'read') {
        if (!output) return state;
        const isSame = output.value === state.value && output.etag === (state.etag ?? output.etag);
        return isSame ? { value: state.value, etag: output.etag } : null;
      }
      const matches = input.ifMatch === state.etag;
      if (!matches) return !output || output.status === 412 ? state : null;
      if (output?.status === 412) return null;
      return input.kind === 'write' ? { value: input.value, etag: output?.etag } : { value: null, etag: undefined };
    },
  };
}

/** What only one may have, such as an e-mail address or a room at a time: 201 for the first, 409 for all others. */
export const uniqueModel: Model<boolean, null, number> = {
  initial: false,
  step: (isTaken, _, status) => (status === undefined || (status === 409) === isTaken ? true : null),
};

/** Requests with one idempotency key: all that are not told to wait get the answer of the first. */
export const keyModel: Model<string | undefined, null, string | 'in flight'> = {
  initial: undefined,
  step: (first, _, text) => {
    if (text === 'in flight') return first;
    if (text === undefined) return first ?? '';
    return first === undefined || first === '' || first === text ? text : null;
  },
};

/** A member's session, as far as answers show it. */
interface Session {
  /** Null when not clocked in; undefined for one whose answer nobody has got. */
  readonly id: string | null | undefined;
  readonly isPaused: boolean;
}

export type Punch = 'start' | 'pause' | 'resume' | 'stop' | 'active';

export interface PunchOutput {
  readonly status: number;
  /** Of the session in the answer; null if `active` shows none. */
  readonly id?: string | null;
  readonly isPaused?: boolean;
}

/** A member who clocks in and out within one day. */
export const trackingModel: Model<Session, Punch, PunchOutput> = {
  initial: { id: null, isPaused: false },
  step(state, punch, output) {
    const isOpen = state.id !== null;
    const isPermitted = {
      start: !isOpen,
      pause: isOpen && !state.isPaused,
      resume: isOpen && state.isPaused,
      stop: isOpen,
      active: true,
    }[punch];
    // Two punches at one millisecond.
    if (output?.status === 422) return state;
    if (output && (output.status === 409) === isPermitted) return null;
    if (!isPermitted) return state;
    const isSame = output === undefined || state.id === undefined || punch === 'start' || output.id === state.id;
    if (!isSame) return null;
    switch (punch) {
      case 'start':
        return { id: output?.id, isPaused: false };
      case 'stop':
        return { id: null, isPaused: false };
      case 'active':
        return output && output.id !== null && output.isPaused !== state.isPaused
          ? null
          : { ...state, ...(output && { id: output.id }) };
      default:
        return { id: output?.id ?? state.id, isPaused: punch === 'pause' };
    }
  },
};

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkHistory, type Model, type Operation } from './check-history.ts';
import type { Punch, PunchOutput, RecordInput, RecordOutput } from './models.ts';
import { keyModel, recordModel, trackingModel, uniqueModel } from './models.ts';

type Step<I, O> = readonly [input: I, output: O | undefined, during?: 'during'];

/** Operations one after the other, a millisecond each; `during` lets one begin with the operation before it. */
function history<I, O>(...steps: readonly Step<I, O>[]): Operation<I, O>[] {
  return steps.map(([input, output, during], index) => ({
    called: during ? index - 1 : index,
    returned: output === undefined ? Number.POSITIVE_INFINITY : index + 0.5,
    input,
    output,
  }));
}

const isExplained = <S, I, O>(model: Model<S, I, O>, operations: readonly Operation<I, O>[]) =>
  checkHistory(model, operations) === null;

type RecordStep = Step<RecordInput, RecordOutput>;
const read = (value: string, etag: string): RecordStep => [{ kind: 'read' }, { status: 200, value, etag }];
const write = (value: string, ifMatch: string, etag?: string): RecordStep => [
  { kind: 'write', value, ifMatch },
  etag === undefined ? undefined : { status: 200, value, etag },
];
const stale = (ifMatch: string): RecordStep => [{ kind: 'write', value: 'x', ifMatch }, { status: 412 }];
const gone: RecordStep = [{ kind: 'read' }, { status: 404 }];
const deletion = (ifMatch: string): RecordStep => [{ kind: 'delete', ifMatch }, { status: 204 }];
const during = <I, O>([input, output]: Step<I, O>): Step<I, O> => [input, output, 'during'];
const record = recordModel('a', '1');

describe('a record under If-Match', () => {
  it.each([
    ['writes follow one another', history(read('a', '1'), write('b', '1', '2'), stale('1'), read('b', '2'))],
    ['of two writes at once one is stale', history(stale('1'), during(write('b', '1', '2')))],
    ['a read during a write sees either', history(write('b', '1', '2'), during(read('a', '1')))],
    ['a write without an answer has happened', history(write('b', '1'), read('b', '2'), write('c', '2', '3'))],
    ['a write without an answer has not happened', history(write('b', '1'), read('a', '1'), write('c', '1', '3'))],
    ['a write without an answer happens later', history(write('b', '1'), read('a', '1'), read('b', '2'))],
    ['what is deleted stays away', history(deletion('1'), gone, gone)],
  ])('%s', (_, operations) => expect(isExplained(record, operations)).toBe(true));

  it.each([
    ['If-Match is ignored once', history(write('b', '1', '2'), write('c', '1', '3'))],
    ['a read comes from a stale cache', history(write('b', '1', '2'), read('a', '1'))],
    ['a write is lost', history(write('b', '1', '2'), stale('2'))],
    ['a refused write has happened', history(stale('1'), read('a', '1'))],
    ['a deleted record reappears', history(deletion('1'), gone, read('a', '1'))],
    ['a write without an answer is undone', history(write('b', '1'), read('b', '2'), read('a', '1'))],
    ['one value has two tags', history(write('b', '1'), read('b', '2'), read('b', '3'))],
  ])('%s: found', (_, operations) => expect(isExplained(record, operations)).toBe(false));
});

const take = (status?: number): Step<null, number> => [null, status];

describe('what only one may have', () => {
  it.each([
    ['the first gets it', history(take(201), take(409))],
    ['nobody knows who has it', history(take(), take(409), take(409))],
    ['of two at once one gets it', history(take(409), during(take(201)))],
  ])('%s', (_, operations) => expect(isExplained(uniqueModel, operations)).toBe(true));

  it.each([
    ['two get it', history(take(201), take(201))],
    ['nobody gets it', history(take(409))],
    ['it is refused first', history(take(409), take(201))],
  ])('%s: found', (_, operations) => expect(isExplained(uniqueModel, operations)).toBe(false));
});

const answer = (text?: string): Step<null, string> => [null, text];

describe('an idempotency key', () => {
  it('has one answer, which a request without one may have left', () => {
    expect(isExplained(keyModel, history(answer(), answer('in flight'), answer('id 1'), answer('id 1')))).toBe(true);
  });

  it('with a dropped row has two: found', () => {
    expect(isExplained(keyModel, history(answer('id 1'), answer('id 2')))).toBe(false);
  });
});

type PunchStep = Step<Punch, PunchOutput>;
const punch = (kind: Punch, id: string): PunchStep => [kind, { status: 200, id }];
const refused = (kind: Punch): PunchStep => [kind, { status: 409 }];
const active = (id: string | null, isPaused = false): PunchStep => ['active', { status: 200, id, isPaused }];
const unanswered = (kind: Punch): PunchStep => [kind, undefined];
const DAY = [punch('start', 's'), active('s'), punch('pause', 's'), active('s', true), refused('pause')];

describe('a member’s time tracking', () => {
  it.each([
    ['a day', history(...DAY, punch('resume', 's'), punch('stop', 's'), refused('stop'), active(null))],
    ['a start without an answer', history(unanswered('start'), active('s'), refused('start'), punch('stop', 's'))],
    ['of two starts at once one is refused', history(refused('start'), during(punch('start', 's')))],
  ])('%s', (_, operations) => expect(isExplained(trackingModel, operations)).toBe(true));

  it.each([
    ['two sessions are open', history(punch('start', 's'), punch('start', 't'))],
    ['a session ends twice', history(punch('start', 's'), punch('stop', 's'), punch('stop', 's'))],
    ['a session ends by itself', history(punch('start', 's'), active(null))],
    ['a start is undone after it was seen', history(unanswered('start'), active('s'), active(null))],
    ['another session goes on', history(punch('start', 's'), punch('pause', 't'))],
  ])('%s: found', (_, operations) => expect(isExplained(trackingModel, operations)).toBe(false));
});

/**
 * Clients that act at random on a register that does what it should, each operation at one instant between its call and
 * its return.
 */
const times = { pause: fc.nat(3), before: fc.nat(3), after: fc.nat(3) };
const act = fc.record({ ...times, isLost: fc.boolean(), kind: fc.constantFrom('read', 'write') });
const acts = fc.array(act, { maxLength: 12 });

it('every history of a correct register is explained, in any order of its operations', () => {
  fc.assert(
    fc.property(acts, (steps) => {
      let [state, known, now] = [{ value: 'a', etag: '1' }, '1', 0];
      const operations: Operation<RecordInput, RecordOutput>[] = [];
      for (const { pause, before, after, isLost, kind } of steps) {
        now += pause;
        const input: RecordInput =
          kind === 'read' ? { kind } : { kind: 'write', value: `v${operations.length}`, ifMatch: known };
        const isStale = input.kind === 'write' && known !== state.etag;
        if (input.kind === 'write' && !isStale) state = { value: input.value, etag: `e${operations.length}` };
        if (!isLost && !isStale) known = state.etag;
        operations.push({
          called: now - before,
          returned: isLost ? Number.POSITIVE_INFINITY : now + after,
          input,
          output: isLost ? undefined : isStale ? { status: 412 } : { status: 200, ...state },
        });
      }
      expect(checkHistory(record, operations)).toBeNull();
      expect(checkHistory(record, operations.toReversed())).toBeNull();
    }),
  );
});

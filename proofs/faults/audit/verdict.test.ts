import { describe, expect, it } from 'vitest';
import { UserCreatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import type { Write, WriteRecord } from '../traffic/journal.ts';
import type { Evidence } from './evidence.ts';
import { judge } from './verdict.ts';

/** Two writes, `a` and `b`, with one row and one event each. */
const writes = ['a', 'b'].map(writeOf);

function writeOf(name: string): WriteRecord {
  const write = { kind: 'create user', key: name, marks: [name], eventType: 'Created', idsIn: () => [`id-${name}`] };
  const answer = { body: { meta: { requestId: `request-${name}` } } } as TestAnswer;
  return { write: write as unknown as Write, answer, acknowledged: 0 };
}

/** The log of a receiver that accepts each event at once. */
const received = (...ids: string[]) =>
  ids.flatMap((id) => [{ id, what: 'sent' } as const, { id, what: 'accepted' } as const]);
const recorded = (...ids: string[]) => ids.map((id) => ({ id, institutionId: 'i' }));

/** Evidence of a correct run, apart from the given changes. */
function evidence(change: Partial<Evidence> = {}): Evidence {
  const row = (name: string, sequence: number) => ({
    id: name,
    service: 's',
    type: UserCreatedSchema.typeName,
    aggregateId: 'both',
    requestId: `request-${name}`,
    sequence,
  });
  const message = (name: string) => ({ id: name, type: 'Created', requestId: `request-${name}` });
  return {
    marks: new Map([
      ['a', ['id-a']],
      ['b', ['id-b']],
    ]),
    outbox: [row('a', 1), row('b', 2)],
    messages: [message('a'), message('b')],
    feed: { recorded: recorded('a', 'b'), seen: ['a', 'b'], institutionId: 'i' },
    webhooks: { expected: ['a', 'b'].map((id) => ({ id, resourceId: 'both' })), log: received('a', 'b') },
    dataFaults: [],
    stuckEvents: 0,
    ...change,
  };
}

const { messages, outbox, marks, feed, webhooks } = evidence();
const keysOf = (records: readonly WriteRecord[]) => records.map(({ write }) => write.key);

it('finds nothing where everything is there once, repeated webhooks included', () => {
  const log = [{ id: 'a', what: 'sent' } as const, ...received('a', 'b', 'a')];
  expect(judge(writes, evidence({ webhooks: { ...webhooks, log } }))).toEqual({
    lost: [],
    doubled: [],
    broken: [],
  });
});

it('accepts any order of what one request did at once, but not of what comes after', () => {
  const [a, b, c] = [outbox[0], outbox[1], outbox[1]].map((row, index) => ({
    ...row,
    ...{ id: 'abc'[index] ?? '', sequence: index, requestId: index < 2 ? 'bulk' : 'next' },
    ...{ service: 's', type: 'Created', aggregateId: 'both' },
  }));
  const orderOf = (...ids: string[]) => {
    const events = ids.map((id) => ({ id, type: 'Created', requestId: 'r' }));
    const recordedNow = { ...feed, recorded: recorded(...ids), seen: ids };
    const found = judge([], evidence({ outbox: [a, b, c] as never, messages: events, feed: recordedNow }));
    return found.broken.filter((each) => each.includes('out of order'));
  };
  expect(orderOf('b', 'a', 'c')).toEqual([]);
  expect(orderOf('b', 'c', 'a')).toHaveLength(2);
});

describe('finds', () => {
  it('what was lost: a row, or an event', () => {
    const one = new Map([['b', ['id-b']]]);
    expect(keysOf(judge(writes, evidence({ marks: one })).lost)).toEqual(['a']);
    expect(keysOf(judge(writes, evidence({ messages: messages.slice(0, 1) })).lost)).toEqual(['b']);
  });

  it('what was doubled: a row, or an event', () => {
    const twice = new Map([...marks, ['a', ['id-a', 'id-c']]]);
    expect(keysOf(judge(writes, evidence({ marks: twice })).doubled)).toEqual(['a']);
    const again = [...messages, { id: 'c', type: 'Created', requestId: 'request-b' }];
    expect(keysOf(judge(writes, evidence({ messages: again })).doubled)).toEqual(['b']);
  });

  it.each<[string, Partial<Evidence>, string]>([
    ['records of nobody', { marks: new Map([...marks, ['c', ['id-c']]]) }, 'nobody has written 1 records: c'],
    [
      'another id than the answer’s',
      { marks: new Map([...marks, ['a', ['other']]]) },
      'create user has another id than its answer says, or is not whole: a',
    ],
    ['broken data', { dataFaults: ['timetracking: NOT whole'] }, 'timetracking: NOT whole'],
    ['stuck events', { stuckEvents: 1 }, '1 events are stuck in an outbox, or dead letters'],
    [
      'a message twice in the stream',
      { messages: [...messages, ...messages.slice(1)] },
      '1 events are in the stream more than once',
    ],
    ['an event that the stream lacks', { messages: messages.slice(0, 1) }, '1 events are not in the stream'],
    ['an event of no outbox', { outbox: outbox.slice(0, 1) }, '1 events in the stream are in no outbox'],
    [
      'another order in the stream',
      { messages: messages.toReversed() },
      'events of 1 aggregates are out of order in the stream',
    ],
    ['an event that the feed lacks', { feed: { ...feed, recorded: recorded('a') } }, '1 events are not in the feed'],
    [
      'an event twice in the feed',
      { feed: { ...feed, recorded: recorded('a', 'a', 'b') } },
      '1 events are in the feed more than once',
    ],
    [
      'another order in the feed',
      { feed: { ...feed, recorded: recorded('b', 'a') } },
      'events of 1 aggregates are out of order in the feed',
    ],
    [
      'an event that came to the feed too late for its reader',
      { feed: { ...feed, seen: ['b'] } },
      'the reader of the feed was shown 1 of 2 events, or others, or in another order',
    ],
    [
      'a webhook that was sent, and not accepted',
      { webhooks: { ...webhooks, log: received('a', 'b').slice(0, 3) } },
      '1 events were not accepted by the receiver of webhooks',
    ],
    [
      'a webhook before the one before was accepted',
      { webhooks: { ...webhooks, log: [{ id: 'a', what: 'sent' }, ...received('b', 'a')] } },
      'webhooks of 1 resources came before the one before was accepted',
    ],
    [
      'a webhook of another institution',
      { webhooks: { ...webhooks, log: received('a', 'b', 'c') } },
      'the receiver of webhooks was sent 1 events that its feed does not have',
    ],
  ])('%s', (_, change, finding) => {
    expect(judge(writes, evidence(change)).broken).toContain(finding);
  });

  it('what was refused and is stored nevertheless', () => {
    const refused = { ...writeOf('a'), answer: undefined };
    expect(judge([refused, writeOf('b')], evidence()).broken).toContain('create user was refused, and is there: a');
  });
});

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
  const event = (name: string) => ({ id: name, type: UserCreatedSchema.typeName, requestId: `request-${name}` });
  const row = (name: string, sequence: number) => ({ ...event(name), service: 's', aggregateId: 'both', sequence });
  const message = (name: string) => ({ id: name, type: 'Created', requestId: `request-${name}` });
  return {
    marks: new Map(['a', 'b'].map((name) => [name, [`id-${name}`]])),
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
  const found = judge(writes, evidence({ webhooks: { ...webhooks, log } }));
  expect(found).toEqual({ lost: [], doubled: [], broken: [] });
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

  const twice = [...messages, ...messages.slice(1)];
  const log = received('a', 'b');
  const early = [{ id: 'a', what: 'sent' } as const, ...received('b', 'a')];
  it.each<[finding: string, Partial<Evidence>]>([
    ['nobody has written 1 records: c', { marks: new Map([...marks, ['c', ['id-c']]]) }],
    [
      'create user has another id than its answer says, or is not whole: a',
      { marks: new Map([...marks, ['a', ['other']]]) },
    ],
    ['timetracking: NOT whole', { dataFaults: ['timetracking: NOT whole'] }],
    ['1 events are stuck in an outbox, or dead letters', { stuckEvents: 1 }],
    ['1 events are in the stream more than once', { messages: twice }],
    ['1 events are not in the stream', { messages: messages.slice(0, 1) }],
    ['1 events in the stream are in no outbox', { outbox: outbox.slice(0, 1) }],
    ['events of 1 aggregates are out of order in the stream', { messages: messages.toReversed() }],
    ['1 events are not in the feed', { feed: { ...feed, recorded: recorded('a') } }],
    ['1 events are in the feed more than once', { feed: { ...feed, recorded: recorded('a', 'a', 'b') } }],
    ['events of 1 aggregates are out of order in the feed', { feed: { ...feed, recorded: recorded('b', 'a') } }],
    [
      'the reader of the feed was shown 1 of 2 events, or others, or in another order',
      { feed: { ...feed, seen: ['b'] } },
    ],
    ['1 events were not accepted by the receiver of webhooks', { webhooks: { ...webhooks, log: log.slice(0, 3) } }],
    ['webhooks of 1 resources came before the one before was accepted', { webhooks: { ...webhooks, log: early } }],
    [
      'the receiver of webhooks was sent 1 events that its feed does not have',
      { webhooks: { ...webhooks, log: received('a', 'b', 'c') } },
    ],
  ])('%s', (finding, change) => {
    expect(judge(writes, evidence(change)).broken).toContain(finding);
  });

  it('what was refused and is stored nevertheless', () => {
    const refused = { ...writeOf('a'), answer: undefined };
    expect(judge([refused, writeOf('b')], evidence()).broken).toContain('create user was refused, and is there: a');
  });
});

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EventEnvelope } from '../../../proto/gen/lyceum/common/v1/event_pb.ts';
import { IntegrationCreatedSchema } from '../../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { newEnvelope } from '../../../test/support/nats/events.ts';
import { type Probe, startProbe } from '../../../test/support/probe/start-probe.ts';
import { Refusal } from '../../core/errors/refusal.ts';
import { systemIds } from '../../core/ids.ts';
import { type Consumer, consume } from '../../handler/consume.ts';
import type { RunningService } from '../../process/service.ts';
import { deliver } from './deliver.ts';

let probe: Probe;
let service: RunningService;
/** The users whose events were handled. */
let handled: string[];
/** What the consumer does with a user. */
let handle: (integrationId: string) => void;
const consumer: Consumer = consume('greet', [IntegrationCreatedSchema.typeName], {
  async run(_tx, envelopes) {
    for (const { payload } of envelopes) {
      const { integrationId } = fromBinary(IntegrationCreatedSchema, payload);
      handle(integrationId);
      handled.push(integrationId);
    }
    return [];
  },
});
beforeEach(async () => {
  probe = await startProbe();
  service = probe.service({ consumers: [consumer] });
  handled = [];
  handle = (integrationId) => {
    if (integrationId.startsWith('bad')) throw new Error(`cannot greet ${integrationId}\u0000`);
  };
});
afterEach(() => probe.stop());

function created(integrationId: string, aggregateId = integrationId): EventEnvelope {
  return newEnvelope({
    type: IntegrationCreatedSchema.typeName,
    institutionId: systemIds.newId(),
    aggregateId,
    payload: toBinary(IntegrationCreatedSchema, create(IntegrationCreatedSchema, { integrationId })),
  });
}

/** Delivers an event like a bus: again until it is accepted. Returns the number of deliveries. */
async function deliverUntilTaken(envelope: EventEnvelope): Promise<number> {
  for (let times = 1; times < 100; times++)
    if ((await deliver(service.runtime, consumer, [envelope])).has(envelope.id)) return times;
  throw new Error('never taken');
}

const countDeadLetters = () => service.countDeadLetters().then((counts) => counts.get('greet') ?? 0);
const noted = () => probe.sql('SELECT event_id FROM dead_letters');
const replayAll = () => probe.sql('UPDATE dead_letters SET replay_at = now()');

describe('an event that cannot be handled', () => {
  it('becomes a dead letter after the fifth attempt, with its reason, and others continue', async () => {
    const bad = created('bad');
    expect(await deliverUntilTaken(bad)).toBe(5);
    await deliver(service.runtime, consumer, [created('good')]);
    expect(handled).toEqual(['good']);
    expect(await countDeadLetters()).toBe(1);
    expect(await probe.sql('SELECT consumer, event_id, type, attempts, error FROM dead_letters')).toEqual([
      { consumer: 'greet', event_id: bad.id, type: bad.type, attempts: 5, error: 'Error: cannot greet bad' },
    ]);
  });

  it('while a table is locked is not the fault of its event, which is handled when the lock ends', async () => {
    let isLocked = true;
    handle = () => {
      if (isLocked) throw new Refusal('DEADLINE_EXCEEDED');
    };
    const late = created('late');
    for (let times = 0; times < 20; times++)
      expect((await deliver(service.runtime, consumer, [late])).has(late.id)).toBe(false);
    expect(await countDeadLetters()).toBe(0);
    isLocked = false;
    expect((await deliver(service.runtime, consumer, [late])).has(late.id)).toBe(true);
    expect(handled).toEqual(['late']);
    expect(await noted()).toEqual([]);
  });

  it('that is always too slow becomes a dead letter, too', async () => {
    handle = () => {
      throw new Refusal('DEADLINE_EXCEEDED');
    };
    expect(await deliverUntilTaken(created('slow'))).toBe(60);
    expect(await countDeadLetters()).toBe(1);
  });

  it('but is handled in a later attempt leaves no record', async () => {
    // Each delivery is tried as a batch, and then alone.
    let failures = 6;
    handle = () => {
      if (failures-- > 0) throw new Error('not now');
    };
    expect(await deliverUntilTaken(created('late'))).toBe(4);
    expect(handled).toEqual(['late']);
    expect(await noted()).toEqual([]);
  });

  it('because the database is unavailable is not counted', async () => {
    handle = () => {
      throw new Refusal('DEPENDENCY_UNAVAILABLE');
    };
    const event = created('unlucky');
    for (let i = 0; i < 10; i++)
      await expect(deliver(service.runtime, consumer, [event])).rejects.toMatchObject({
        code: 'DEPENDENCY_UNAVAILABLE',
      });
    expect(await noted()).toEqual([]);
  });

  it('holds back only later events of its aggregate', async () => {
    await deliverUntilTaken(created('bad', 'one'));
    const later = created('later', 'one');
    await deliver(service.runtime, consumer, [later]);
    await deliver(service.runtime, consumer, [later, created('other', 'two')]);
    expect(handled).toEqual(['other']);
    expect(await countDeadLetters()).toBe(2);
  });

  it('does not make a dead letter of a handled event that is delivered again', async () => {
    const before = created('before', 'one');
    await deliver(service.runtime, consumer, [before]);
    await deliverUntilTaken(created('bad', 'one'));
    await deliver(service.runtime, consumer, [before]);
    expect(handled).toEqual(['before']);
    expect(await countDeadLetters()).toBe(1);
  });
});

describe('replayed dead letters', () => {
  beforeEach(async () => {
    await deliverUntilTaken(created('bad', 'one'));
    const behind = ['second', 'third'].map((user) => created(user, 'one'));
    await deliver(service.runtime, consumer, behind);
    await service.start();
  });

  it('are handled once, in order, and so are later events', async () => {
    handle = () => undefined;
    await replayAll();
    await vi.waitFor(async () => expect(await countDeadLetters()).toBe(0), 10_000);
    await deliver(service.runtime, consumer, [created('fourth', 'one')]);
    expect(handled).toEqual(['bad', 'second', 'third', 'fourth']);
    expect(await noted()).toEqual([]);
  });

  it('all stay for an aggregate if the first fails again', async () => {
    handle = (integrationId) => {
      throw new Error(`still not ${integrationId}`);
    };
    await replayAll();
    const attempts = () => probe.sql('SELECT attempts, error, replay_at FROM dead_letters ORDER BY sequence');
    const behind = { attempts: 0, error: 'an earlier event of the same aggregate is a dead letter', replay_at: null };
    await vi.waitFor(
      async () =>
        expect(await attempts()).toEqual([
          { attempts: 6, error: 'Error: still not bad', replay_at: null },
          behind,
          behind,
        ]),
      10_000,
    );
    expect(handled).toEqual([]);
  });
});

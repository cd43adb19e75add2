import { afterAll, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { IntegrationCreatedSchema } from '../../proto/gen/lyceum/identity/v1/events_pb.ts';
import { callOperation, newActor, newKey } from '../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import { Refusal } from '../core/errors/refusal.ts';
import { event } from '../core/event.ts';
import { command } from '../handler/command.ts';

const WRITERS = 24;
const WRITES_EACH = 8;
const KILLS = 6;

const probe = await startProbe();
afterAll(() => probe.stop());

const create = command(UserService.method.createUser, {
  run: async (tx, { user }, { actor, newId }) => {
    insertNote(tx, actor.institutionId, user?.name);
    return {
      response: { user: { id: newId(), email: user?.email ?? '' } },
      events: [event(IntegrationCreatedSchema, 'a', { integrationId: 'u' })],
    };
  },
});

it('writes whose backends are killed and that are repeated with their keys are stored once; refused ones are not stored', async () => {
  const service = probe.service();
  const actor = newActor();
  const isUnknown = (error: unknown) =>
    error instanceof Refusal && /^(DEPENDENCY_UNAVAILABLE|KEY_IN_FLIGHT)$/.test(error.code);
  let acknowledged = 0;
  let kills = 0;
  const writeUntilAnswered = async (title: string) => {
    const idempotency = newKey();
    for (;;) {
      try {
        await callOperation(service, create, { user: { email: 'a@x.example', name: title } }, { actor, idempotency });
        acknowledged++;
        return;
      } catch (error) {
        if (!isUnknown(error)) throw error;
      }
    }
  };
  const kill = async () => {
    kills++;
    await probe.sql(
      "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'lyceum-probe' AND datname = current_database()",
    );
  };
  let refused = 0;
  await Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      for (let n = 0; n < WRITES_EACH; n++) {
        await writeUntilAnswered(`${writer} ${n}`);
        const duplicate = await writeUntilAnswered(`${writer} ${n}`).catch((error: unknown) => error);
        if (duplicate instanceof Refusal && duplicate.code === 'NOTE_TITLE_TAKEN') refused++;
        if (kills < KILLS && acknowledged > kills * WRITERS) await kill();
      }
    }),
  );
  const all = WRITERS * WRITES_EACH;
  expect(kills).toBe(KILLS);
  expect([acknowledged, refused]).toEqual([all, all]);
  expect(await storedOf(probe, actor.institutionId)).toEqual({ notes: all, events: all, keys: all });
});

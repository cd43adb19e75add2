import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { UserService } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { callOperation, newActor, newKey } from '../../test/support/probe/call-operation.ts';
import { insertNote, storedOf } from '../../test/support/probe/notes.ts';
import { startProbe } from '../../test/support/probe/start-probe.ts';
import type { TenantActor } from '../core/actor.ts';
import { refuse } from '../core/errors/refusal.ts';
import type { CommandContext } from './command.ts';
import { command } from './command.ts';
import type { ConsentSource } from './consent.ts';

const { createUser } = UserService.method;
const request = { user: { email: 'a@x.example' } };
const REFUSED = { code: 'REVISION_STALE', status: 9, message: 'No.' };

/** What the source was asked, and whether in a trial; and what was taken back. */
let asked: [ids: readonly string[], isTrial: boolean][];
let takenBack: string[];
let refused: string[];
let actor: TenantActor;
const probe = await startProbe();
const service = probe.service();
afterAll(() => probe.stop());
beforeEach(() => {
  actor = newActor();
  [asked, takenBack, refused] = [[], [], []];
});

const source: ConsentSource = {
  async ask(_, ids, isTrial) {
    asked.push([ids, isTrial]);
    const note = isTrial || ids.some((id) => refused.includes(id)) ? '' : ids.join();
    return { note, refused: new Map(refused.map((id) => [id, REFUSED])) };
  },
  async takeBack(_, note) {
    takenBack.push(note);
  },
};

/** A command that wants ids in each attempt, and then does what a test says. */
const wanting = (idsOf: (attempt: number) => string[], work?: (context: CommandContext) => unknown) => {
  let attempt = 0;
  return command(createUser, {
    consent: source,
    async run(tx, _, context) {
      const ids = idsOf(++attempt);
      if (ids.length > 0 && context.consent.want(actor, ids).size > 0) refuse('REVISION_STALE');
      context.consent.settle();
      insertNote(tx, actor.institutionId);
      await work?.(context);
      return { response: {} };
    },
  });
};
const send = (operation: ReturnType<typeof wanting>, more: object = {}) =>
  callOperation(service, operation, request, { actor, ...more });
const isWritten = async () => (await storedOf(probe, actor.institutionId))?.notes !== 0;

describe('a command', () => {
  it('that wants nothing asks nobody', async () => {
    await send(wanting(() => []));
    expect([asked, await isWritten()]).toEqual([[], true]);
  });

  it('asks once for all that it wants, before it writes, and keeps what is noted', async () => {
    await send(wanting(() => ['a', 'b', 'a']));
    expect([asked, takenBack, await isWritten()]).toEqual([[[['a', 'b'], false]], [], true]);
  });

  it('asks again, for all of them, when it wants another one since', async () => {
    await send(wanting((attempt) => (attempt < 2 ? ['a'] : ['b'])));
    expect(asked).toEqual([
      [['a'], false],
      [['a', 'b'], false],
    ]);
  });

  it('is refused where the other service refuses, and leaves no note', async () => {
    refused = ['b'];
    await expect(send(wanting(() => ['a', 'b']))).rejects.toMatchObject({ code: 'REVISION_STALE' });
    expect([takenBack, await isWritten()]).toEqual([[], false]);
  });

  it('takes back what is noted when something else refuses it', async () => {
    const operation = wanting(
      () => ['a'],
      () => refuse('REVISION_EXCLUDED'),
    );
    await expect(send(operation)).rejects.toMatchObject({ code: 'REVISION_EXCLUDED' });
    expect(takenBack).toEqual(['a']);
  });

  it('leaves it to expire when nobody knows whether it has committed', async () => {
    const operation = wanting(
      () => ['a'],
      () => {
        throw new Error('the connection is gone');
      },
    );
    await expect(send(operation)).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(takenBack).toEqual([]);
  });

  it('that is a dry run asks for a trial, and writes nothing', async () => {
    await send(
      wanting(() => ['a']),
      { isDryRun: true },
    );
    expect([asked, takenBack, await isWritten()]).toEqual([[[['a'], true]], [], false]);
  });

  it('that is sent again with its key keeps the note of the first time alone', async () => {
    const idempotency = newKey();
    for (const _ of [1, 2])
      await send(
        wanting(() => ['a']),
        { idempotency },
      );
    expect([asked.length, takenBack]).toEqual([2, ['a']]);
  });

  it('that names nobody to ask cannot want anything', async () => {
    const operation = command(createUser, {
      async run(_tx, _, { consent }) {
        consent.want(actor, ['a']);
        return { response: {} };
      },
    });
    await expect(send(operation)).rejects.toMatchObject({ code: 'INTERNAL' });
  });
});

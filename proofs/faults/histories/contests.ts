import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { present } from '../../../platform/core/present.ts';
import type { TestClient } from '../../../test/support/test-client.ts';
import type { TestAnswer } from '../../../test/support/test-messages.ts';
import { type Arena, answered, History, type Send } from './history.ts';
import type { Punch, PunchOutput, RecordInput, RecordOutput } from './models.ts';
import { keyModel, recordModel, trackingModel, uniqueModel } from './models.ts';

/** Lets clients contend; returns what no order explains, or null if there was nothing to contend for. */
type Contest = (arena: Arena, send: Send) => Promise<readonly string[] | null>;

/** One appointment, read, changed and at last deleted by clients that know it from their last answer. */
const appointment: Contest = async ({ clients, layerId }, send) => {
  const [creator] = clients as [TestClient];
  const created = await answered(send, creator, '/appointments', newAppointment(layerId, 'first'));
  if (created?.status !== 201) return null;
  const path = `/appointments/${created.body.data.id}`;
  const start = await send((url, signal) => creator.at(url).get(path, { signal }));
  if (start?.status !== 200) return null;
  const first = titleAndTag(start);
  const history = new History<RecordInput, RecordOutput>();
  await together(clients, async (client, turn) => {
    let etag = first.etag;
    for (let count = 0; count < ACTS; count++) {
      const change: RecordInput = { kind: 'write', value: `${turn}-${count}`, ifMatch: etag };
      const isLast = count === ACTS - 1 && turn === 0;
      const input: RecordInput = isLast
        ? { kind: 'delete', ifMatch: etag }
        : count % 2 === 0
          ? change
          : { kind: 'read' };
      const output = await history.note(input, async () => {
        const answer = await send((url, signal) => {
          const at = client.at(url);
          if (input.kind === 'read') return at.get(path, { signal });
          const request = { ifMatch: input.ifMatch, signal };
          return input.kind === 'delete'
            ? at.send('DELETE', path, request)
            : at.patch(path, { title: input.value }, request);
        });
        return answer && { status: answer.status, ...(answer.status === 200 && titleAndTag(answer)) };
      });
      etag = output?.etag ?? etag;
      await thinking();
    }
  });
  return history.unexplained('an appointment', recordModel(first.value, first.etag));
};

/** One e-mail address for several new users. */
const email: Contest = ({ clients }, send) => {
  const body = { email: `${randomUUID()}@rivals.example`, name: 'Rival' };
  return oneGetsIt('an e-mail address', clients, (client) => answered(send, client, '/users', body));
};

/** One room at one time. */
const booking: Contest = ({ clients, layerId, roomId }, send) => {
  const dateTime = new Date(Date.parse('2027-01-01T08:00:00Z') + bookings++ * 3_600_000).toISOString();
  const body = { ...newAppointment(layerId, 'Booking'), dateTime, rooms: [{ roomId }] };
  return oneGetsIt('a room', clients, (client) => answered(send, client, '/appointments', body));
};
let bookings = 0;

/** One idempotency key, sent again and again by one client. */
const idempotencyKey: Contest = async ({ clients, layerId }, send) => {
  const [client] = clients as [TestClient];
  const key = randomUUID();
  const history = new History<null, string>();
  await together(clients, async () => {
    for (let count = 0; count < 2; count++) {
      await history.note(null, async () => {
        const json = newAppointment(layerId, 'Keyed');
        const answer = await send((url, signal) => client.at(url).post('/appointments', json, { key, signal }));
        return answer && (answer.status === 409 ? 'in flight' : answer.text);
      });
      await thinking();
    }
  });
  return history.unexplained('an idempotency key', keyModel);
};

/** One member, who clocks in and out at several terminals. */
const punches: Contest = async ({ clients }, send) => {
  const [creator] = clients as [TestClient];
  const created = await answered(send, creator, '/users', { email: `${randomUUID()}@rivals.example`, name: 'Member' });
  if (created?.status !== 201) return null;
  const userId: string = created.body.data.id;
  const history = new History<Punch, PunchOutput>();
  await together(clients.slice(0, 3), async (client) => {
    for (let count = 0; count < ACTS; count++) {
      const punch = PUNCHES[Math.floor(Math.random() * PUNCHES.length)] as Punch;
      await history.note(punch, async () => {
        const answer =
          punch === 'active'
            ? await send((url, signal) =>
                client.at(url).get('/time-tracking/sessions/active', { query: { userId }, signal }),
              )
            : await answered(send, client, `/time-tracking/sessions/${punch}`, { userId });
        return answer && sessionIn(answer);
      });
      await thinking();
    }
  });
  return history.unexplained('a member’s time tracking', trackingModel);
};

export const CONTESTS: readonly Contest[] = [appointment, email, booking, idempotencyKey, punches];

async function oneGetsIt(
  what: string,
  clients: readonly TestClient[],
  take: (client: TestClient) => Promise<TestAnswer | undefined>,
): Promise<readonly string[]> {
  const history = new History<null, number>();
  await together(clients, async (client) => {
    await history.note(null, async () => (await take(client))?.status);
  });
  return history.unexplained(what, uniqueModel);
}

function together(clients: readonly TestClient[], act: (client: TestClient, turn: number) => Promise<void>) {
  return Promise.all(clients.map(act));
}

/** A client takes a moment, so that operations overlap in many ways. */
function thinking(): Promise<void> {
  return delay(Math.random() * THINKING_MS);
}

function newAppointment(layerId: string, title: string) {
  return { title, dateTime: '2027-01-01T08:00:00Z', duration: 45, courseIds: [layerId] };
}

function titleAndTag({ body, headers }: TestAnswer) {
  return { value: body.data.title as string, etag: present(headers.get('etag') ?? undefined, 'ETag') };
}

function sessionIn({ status, body }: TestAnswer): PunchOutput {
  if (status >= 400) return { status };
  return { status, id: body.data?.id ?? null, isPaused: body.data?.status === 'paused' };
}

const ACTS = 5;
const THINKING_MS = 150;
const PUNCHES: readonly Punch[] = ['start', 'pause', 'resume', 'stop', 'active'];

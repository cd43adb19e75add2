import { expect, it, onTestFinished } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { until } from '../support/until.ts';
import { TestReceiver } from '../support/webhooks/test-receiver.ts';
import { bothIn, type World } from './world.ts';

/** Identity reads the records of all services for the stream of an institution, wherever they are. */
export function describeAuditStream(world: World): void {
  it.each(bothIn(world))(
    'the audit stream of an institution %s has the records of its server',
    async (_, own, other) => {
      const visitor = await signedIn(world.system, await newAdministrator(world.system, own));
      const receiver = await TestReceiver.start();
      onTestFinished(() => receiver.end());
      // Older than any transaction that may still commit.
      world.system.clock.advance(10 * 60_000);
      const fields = { kind: 'https', url: receiver.url, secret: '', from: '2026-10-05' };
      expect((await visitor.submit('/console/audit/stream/set', fields)).status).toBe(200);
      const sent = () => receiver.requests.map(({ body }) => body).join('\n');
      const { logId, roomId, curriculumId } = own.records;
      await until('the records', () => [logId, roomId, curriculumId].every((id) => sent().includes(id)));
      for (const id of [other.records.logId, other.records.roomId]) expect(sent()).not.toContain(id);
    },
  );
}

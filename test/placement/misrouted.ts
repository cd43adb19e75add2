import { create, type DescMethodUnary } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import type { Actor } from '../../platform/core/actor.ts';
import { ANONYMOUS } from '../../platform/core/actor.ts';
import { Refusal } from '../../platform/core/errors/refusal.ts';
import { FIRST_SERVER, nameAt } from '../../platform/data/placements.ts';
import { RetentionService } from '../../proto/gen/lyceum/timetracking/v1/retention_pb.ts';
import { placeable } from '../support/postgres/other-server.ts';
import { query } from '../support/postgres/query.ts';
import { refusal } from '../support/test-messages.ts';
import { until } from '../support/until.ts';
import { Member, must } from '../time-tracking/member.ts';
import { bothIn, type World } from './world.ts';

/** A call that arrives at a server without the institution's rows is refused, and never answered as if it had none. */
export function describeMisrouted(world: World): void {
  const { system, first } = world;

  describe.each(bothIn(world))('an institution %s', (_, { institution: { id, client } }, other) => {
    const away = other === first ? FIRST_SERVER : 'b';

    it.each(placeable)('is refused by every call of $name elsewhere', async ({ name, implementations }) => {
      const call = (actor: Actor, method: DescMethodUnary, request: Record<string, unknown>) =>
        system
          .callAt(nameAt(name, away), actor)(method, create(method.input, request) as never)
          .then(
            () => 'answered',
            (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
          );
      const methods = implementations.flatMap(({ service }) => service.methods as DescMethodUnary[]);
      const answers = await Promise.all(
        methods.map(async (method) => {
          const isNaming = method.input.field.institutionId !== undefined;
          const answer = isNaming
            ? await call(ANONYMOUS, method, { institutionId: id })
            : await call({ kind: 'operator', institutionId: id }, method, {});
          return `${method.name}: ${answer}`;
        }),
      );
      expect(answers).toEqual(methods.map((method) => `${method.name}: INSTITUTION_FROZEN`));
    });

    it('is found by a service that calls without an identity', async () => {
      const member = await Member.create(client);
      must(201, await member.start());
      const asked = { institutionId: id, userIds: [member.userId] };
      const { userIds } = await system.call(ANONYMOUS)(RetentionService.method.findClockedIn, asked);
      expect(userIds).toEqual([member.userId]);
    });
  });

  it('a request by an identity from before is answered with 503, and repeated, finds the way', async () => {
    const school = await system.newInstitution();
    const { client } = school;
    // The gateway forgets identities with the event of a new integration.
    const waiting = 'SELECT FROM outbox WHERE published_at IS NULL';
    await until('publication', async () => (await query(system.databaseUrl('identity'), waiting)).length === 0);
    expect((await client.get('/locations')).body.data).toEqual([]);
    for (const server of ['b', FIRST_SERVER]) {
      await system.place(school.id, server);
      const member = { userId: school.id };
      const requests = await Promise.all([
        client.get('/locations'),
        client.get('/appointments'),
        client.get('/curricula'),
        client.get('/time-tracking/sessions/active', { query: member }),
        client.post('/time-tracking/sessions/start', member),
      ]);
      for (const answer of requests)
        expect([refusal(answer), answer.headers.get('retry-after')]).toEqual(['503 institution_frozen', '1']);
      // The gateway asks identity again.
      system.clock.advance(5_001);
      expect((await client.get('/locations')).body.data).toEqual([]);
      expect((await client.post('/time-tracking/sessions/start', member)).status).toBe(404);
    }
  });
}

import { afterAll, expect, it } from 'vitest';
import { tokenOf } from '../../support/calls/test-identities.ts';
import { readAnswer } from '../../support/test-client.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

// Over gRPC, where the metadata matters.
/**
 * Services read a caller's identity from metadata between processes: a client's headers with the same names have no
 * effect.
 */
const system = await TestSystem.start({ transport: 'mux' });
const own = await system.newInstitution();
const other = await system.newInstitution();
afterAll(() => system.stop());

/** Signed with directory's own key: the worst a client could send. */
function headersOf(who: 'operator' | 'integration'): Record<string, string> {
  const token = tokenOf(who === 'operator' ? { kind: 'operator', institutionId: other.id } : other.actor);
  return { 'lyceum-identity': token, 'lyceum-institution-id': other.id };
}

it.each(['operator', 'integration'] as const)('the identity of an %s is no credential over HTTP', async (who) => {
  const users = `${system.url}/api/v4/users`;
  const bearer = { authorization: `Bearer ${headersOf(who)['lyceum-identity']}` };
  for (const headers of [headersOf(who), { ...headersOf(who), ...bearer }])
    expect((await readAnswer(await fetch(users, { headers }))).status).toBe(401);
});

it.each(['operator', 'integration'] as const)('beside credentials that of an %s changes nothing', async (who) => {
  const headers = headersOf(who);
  const { body } = await own.client.post(
    '/users',
    { email: `${who}@x.example`, firstName: 'A', lastName: 'B' },
    { headers },
  );
  const idsOf = async ({ client }: TestInstitution) =>
    (await client.get('/users', { headers })).body.data.map(({ id }: { id: string }) => id);
  expect(await idsOf(own)).toContain(body.data.id);
  expect(await idsOf(other)).not.toContain(body.data.id);
});

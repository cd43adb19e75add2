import { afterAll, beforeAll, expect, it } from 'vitest';
import { publicKeysOf } from '../../../platform/calls/identity/identity-keys.ts';
import { IdentityVerifier } from '../../../platform/calls/identity/identity-verifier.ts';
import { ANONYMOUS } from '../../../platform/core/actor.ts';
import { systemIds } from '../../../platform/core/ids.ts';
import { OperatorService } from '../../../proto/gen/lyceum/identity/v1/operator_pb.ts';
import type { TestService } from '../../../test/support/calls/start-test-service.ts';
import { testKeys } from '../../../test/support/calls/test-identities.ts';
import { startIdentity } from '../../../test/support/identity/start-identity.ts';
import { createOperator, newOperatorToken } from './operators.ts';

let service: TestService;
beforeAll(async () => {
  service = await startIdentity({ service: 'own' });
});
afterAll(() => service.stop());

const NOW = '2026-10-05T08:00:00.000Z';

async function identityOf(credential: string) {
  return (await service.call(ANONYMOUS)(OperatorService.method.authenticateOperator, { credential })).identity;
}

async function newOperator(name: string) {
  const operator = { id: systemIds.newId(), name };
  const token = newOperatorToken(systemIds);
  expect(await createOperator(service.runtime.db, operator, { token, at: NOW })).toBe(true);
  return { ...operator, token };
}

it('a token gives the operator’s identity for five minutes', async () => {
  const { id, name, token } = await newOperator('ada');
  const identity = await identityOf(token);
  expect(identity).toMatchObject({ operatorId: id, name });
  const at = (ms: number) =>
    new IdentityVerifier(publicKeysOf(testKeys), { now: () => service.clock.now() + ms }).verify(identity?.token ?? '');
  expect(await at(0)).toEqual({ kind: 'operator', id, name });
  expect(await at(329_000)).toEqual({ kind: 'operator', id, name });
  await expect(at(330_000)).rejects.toMatchObject({ code: 'CALLER_UNAUTHENTICATED' });
});

it('one of many concurrent creations with one name succeeds', async () => {
  const { db } = service.runtime;
  const all = Array.from({ length: 8 }, () =>
    createOperator(db, { id: systemIds.newId(), name: 'joan' }, { token: newOperatorToken(systemIds), at: NOW }),
  );
  expect((await Promise.all(all)).filter(Boolean)).toHaveLength(1);
});

it('only the hash of a token is stored', async () => {
  const { token } = await newOperator('edsger');
  const rows = await service.sql<{ text: string }>(`SELECT o::text AS text FROM operators o WHERE name = 'edsger'`);
  expect(rows[0]?.text).toContain('edsger');
  expect(rows[0]?.text).not.toContain(token);
});

import { afterAll, expect, it } from 'vitest';
import { manyAppointments } from '../../support/many-appointments.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ requestTimeoutMs: 60_000 });
const { school, ids } = await manyAppointments(system);
afterAll(() => system.stop());

it('GET /appointments: 200: a walk over twenty thousand in their order, none missing and none twice', async () => {
  const client = await system.newClient(school.institution.id);
  const walked = (await client.walk('/appointments', { limit: '100', fields: 'id,dateTime' })) as Entry[];
  const sortKeys = walked.map(({ id, dateTime }) => `${dateTime} ${id}`);
  expect(sortKeys).toEqual([...sortKeys].sort());
  expect(walked.map(({ id }) => id).sort()).toEqual([...ids].sort());
}, 120_000);

interface Entry {
  readonly id: string;
  readonly dateTime: string;
}

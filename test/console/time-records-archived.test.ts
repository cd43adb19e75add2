import { expect, it } from 'vitest';
import { newAdministrator, signedIn } from '../support/console/administrator.ts';
import { type Answer, hiddenIn } from '../support/console/visitor.ts';
import { TestSystem } from '../support/test-system.ts';

/** The fields of a form as they stand on a page. */
const formOf = (page: Answer): Record<string, string> => {
  const inputs = page.text.matchAll(/<input type="datetime-local" [^>]*name="([^"]+)"[^>]* value="([^"]*)"/g);
  return { ...hiddenIn(page), ...Object.fromEntries([...inputs].map(([, name, value]) => [name, value])) };
};

it('the session of an archived person is ended and corrected, and the API reads it by the id', async () => {
  const system = await TestSystem.start();
  const ada = await newAdministrator(system);
  const visitor = await signedIn(system, ada);
  const { client } = ada.institution;
  const { data: bee } = (await client.post('/users', { email: 'bee@example.org', name: 'Busy Bee' })).body;
  const started = { userId: bee.id, at: '2026-10-05T06:00:00Z' };
  const { id } = (await client.post('/time-tracking/sessions/start', started)).body.data;
  await client.patch(`/users/${bee.id}`, { isArchived: true }, { headers: { 'if-match': '*' } });
  const path = `/console/time-records/${id}`;
  const end = async (at: string) =>
    (await visitor.post(`${path}/end`, { ...formOf(await visitor.get(`${path}/end`)), end: at })).status;
  expect([await end('2026-10-05T05:00'), await end('2026-10-05T07:00')]).toEqual([422, 303]);
  const page = await visitor.get(path);
  expect(page.text).toContain('Busy Bee</a>, archived');
  expect((await visitor.post(path, { ...formOf(page), end: '2026-10-05T07:30' })).status).toBe(303);
  const log = (naming: string) => client.get(`/time-tracking/logs/${id}?${naming}`);
  expect((await log(`userId=${bee.id}`)).body.data).toMatchObject({ workedMinutes: 90 });
  expect((await log(`email=${bee.email}`)).status).toBe(404);
});

import { afterAll, expect, it } from 'vitest';
import { spawnLyceum } from '../support/lyceum-process.ts';
import { Program } from '../support/program.ts';
import { TestScope } from '../support/test-scope.ts';

const scope = new TestScope();
afterAll(() => scope.clear());

it('imports the demo institution, prints a curl line that works, and keeps its data', async () => {
  const data = await scope.dataDirectory();
  const first = await scope.startLyceum(data);
  expect(first.program.stdout).toContain(`${first.url}/docs`);
  const curl = scope.run(Program.spawn('sh', ['-c', `${first.curl} --silent --show-error`]));
  expect(await curl.exited).toEqual({ code: 0, signal: null });
  expect(JSON.parse(curl.stdout).data).toHaveLength(7);
  const users = await first.client.walk('/users', { limit: '7' });
  expect(new Set(users.map(({ id }) => id)).size).toBe(users.length);
  const created = await first.client.post('/users', { email: 'kept@demo.example', name: 'Kept' });
  expect(created.status).toBe(201);

  const second = scope.run(spawnLyceum(data));
  expect(await second.exited).toEqual({ code: 1, signal: null });
  expect(second.stderr).toMatch(new RegExp(`^Lyceum already runs on the data directory ${data.path} .*\\n$`));
  expect((await first.client.get('/users')).status).toBe(200);

  first.program.kill('SIGTERM');
  expect(await first.program.exited).toEqual({ code: 0, signal: null });
  const again = await scope.startLyceum(data);
  const kept = await again.client.walk('/users');
  expect(kept.map(({ id }) => id)).toEqual([...users.map(({ id }) => id), created.body.data.id]);
  expect(again.client.clientSecret).toBe(first.client.clientSecret);
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { CreateStorm } from '../../../test/support/create-storm.ts';
import { type DataDirectory, isProcess } from '../../../test/support/data-directory.ts';
import { expectOneUserEach } from '../../../test/support/expect-one-user-each.ts';
import { TestScope } from '../../../test/support/test-scope.ts';

const scope = new TestScope();
let data: DataDirectory;
beforeAll(async () => {
  data = await scope.dataDirectory();
});
afterAll(() => scope.clear());

it('under load, SIGTERM: every accepted request gets its response, PostgreSQL stops', async () => {
  const { program, client } = await scope.startLyceum(data);
  const storm = new CreateStorm([client]).begin(24);
  await storm.seen(50, 201);
  const postgres = await data.postgresProcesses();
  program.kill('SIGTERM');
  // As npm does with a signal, after the terminal itself.
  program.kill('SIGTERM');
  expect(await program.exited).toEqual({ code: 0, signal: null });
  await storm.end();
  expect(postgres.filter(isProcess)).toEqual([]);

  expect([...storm.statuses.keys()].filter((status) => status !== 201 && status !== 'lost')).toEqual([]);
  await scope.startLyceum(data);
  await expectOneUserEach(storm, await data.databaseUrl('lyceum_directory'));
});

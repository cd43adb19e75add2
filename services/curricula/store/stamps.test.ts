import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CurriculumVersionService } from '../../../proto/gen/lyceum/curricula/v1/curriculum_version_pb.ts';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { importRecords } from '../../../test/support/import-records.ts';
import { curricula } from '../service.ts';
import { stamps } from './stamps.ts';
import { curriculaTables } from './tables.ts';

let service: TestService;
const institution = () => {
  const id = randomUUID();
  const call = service.call({ kind: 'operator', institutionId: id });
  return {
    id,
    name: (name: string) => importRecords(call, 'tags', [{ ref: 'tag', name }]),
    stamp: async () => (await call(CurriculumVersionService.method.getCurriculaStamp, {})).stamp,
  };
};

beforeAll(async () => {
  service = await startTestService(curricula);
});
afterAll(() => service.stop());

it('is empty before the first change, differs after each, and stays the same without a change', async () => {
  const [one, other] = [institution(), institution()];
  expect(await one.stamp()).toBe('');
  const seen = new Set<string>();
  for (const name of ['A', 'B', 'A']) {
    await one.name(name);
    seen.add(await one.stamp());
    await one.name(name);
    seen.add(await one.stamp());
  }
  expect(seen.size).toBe(3);
  expect(await other.stamp()).toBe('');
});

it('changes with concurrent changes, too', async () => {
  const { name, stamp } = institution();
  await name('first');
  const before = await stamp();
  await Promise.all(Array.from({ length: 8 }, (_, n) => name(`name ${n}`)));
  expect(await stamp()).not.toBe(before);
});

it('changes with manual writes, at the commit', async () => {
  const { name, stamp, id } = institution();
  await name('first');
  const [created] = await service.sql<{ ref: string }>('SELECT ref FROM tags WHERE institution_id = $1', [id]);
  expect(created?.ref).toBe('tag');
  const seen = [await stamp()];
  for (const text of ["UPDATE tags SET name = 'other'", 'DELETE FROM tags']) {
    await service.sql(`${text} WHERE institution_id = $1`, [id]);
    seen.push(await stamp());
  }
  expect(new Set(seen).size).toBe(3);
});

it('changes with every table', async () => {
  const stamped = await service.sql<{ name: string }>(
    "SELECT c.relname AS name FROM pg_class c JOIN pg_trigger t ON t.tgrelid = c.oid AND t.tgname = c.relname || '_stamp'",
  );
  const names = new Set(stamped.map(({ name }) => name));
  expect(curriculaTables.filter(({ name }) => !names.has(name))).toEqual([stamps]);
});

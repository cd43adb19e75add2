import { afterAll, describe, expect, it } from 'vitest';
import { importPrograms, TestPrograms } from '../../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
afterAll(() => programs.stop());

describe('PATCH /continuing-education/{id}/versions/{versionId}', () => {
  const patch = (path: string, body: unknown, ifMatch?: string) =>
    programs.school.client.patch(path, body, ifMatch === undefined ? {} : { ifMatch });

  it('200: the updated version with its cohorts; the program shows it', async () => {
    const mine = await programs.system.newInstitution();
    const imported = await importPrograms(mine, [{ ref: 'p', name: 'P', versions: [{ ref: 'v', name: 'V' }] }]);
    const path = `/continuing-education/${imported['programs/p']}`;
    const versionPath = `${path}/versions/${imported['programVersions/v']}`;
    const before = await mine.client.get(versionPath);
    programs.system.clock.advance(1000);
    const answer = await mine.client.patch(versionPath, { name: 'Ω \u{1f393}' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before.body.data, name: 'Ω \u{1f393}' });
    expect(answer.headers.get('etag')).not.toBe(before.headers.get('etag'));
    const read = await mine.client.get(versionPath);
    expect([read.body.data, read.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
    const { data } = (await mine.client.get(path)).body;
    expect([data.firstVersion.name, data.name]).toEqual(['Ω \u{1f393}', 'P']);
  });

  it('200: cohorts stay', async () => {
    const { data } = (await programs.get(programs.versionPath())).body;
    const { body } = await patch(programs.versionPath(), { name: 'Later' });
    expect(body.data).toEqual({ ...data, name: 'Later' });
    expect(body.data.cohorts).toHaveLength(2);
    await patch(programs.versionPath(), { name: '2026' });
  });

  it.each([[{}], [{ name: 'Care' }]])('200: nothing changes, the ETag neither: %j', async (body) => {
    const { path, first } = await programs.create();
    const [program, version] = [await programs.get(path), await programs.get(first)];
    programs.system.clock.advance(1000);
    const answer = await patch(first, body);
    expect([answer.status, answer.body.data]).toEqual([200, version.body.data]);
    expect(answer.headers.get('etag')).toBe(version.headers.get('etag'));
    expect((await programs.get(path)).headers.get('etag')).toBe(program.headers.get('etag'));
  });
});

describe('PATCH /continuing-education/{id}/versions/{versionId}: 404', () => {
  it('a version of another program, and what is no version', async () => {
    for (const path of programs.wrongVersionPaths()) {
      const { status, body } = await programs.school.client.patch(path, { name: 'N' });
      expect([path, status, body.code]).toEqual([path, 404, 'resource_not_found']);
    }
  });
});

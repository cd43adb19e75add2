import { randomUUID } from 'node:crypto';
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

  it('200: with If-Match, with *, and of a list; 412 for any other, and nothing is changed', async () => {
    const { first } = await programs.create();
    const etag = async () => (await programs.get(first)).headers.get('etag') ?? '';
    const stale = await etag();
    expect((await patch(first, { name: 'A' }, stale)).status).toBe(200);
    expect((await patch(first, { name: 'B' }, `"x", ${await etag()}`)).status).toBe(200);
    expect((await patch(first, { name: 'C' }, '*')).status).toBe(200);
    for (const tag of [stale, `W/${await etag()}`, '"x"']) {
      for (const body of [{ name: 'D' }, {}]) {
        const answer = await patch(first, body, tag);
        expect([tag, answer.status, answer.body.code]).toEqual([tag, 412, 'precondition_failed']);
      }
    }
    expect((await programs.get(first)).body.data.name).toBe('C');
  });

  it('200: one of ten with one ETag', async () => {
    const { first } = await programs.create();
    const tag = (await programs.get(first)).headers.get('etag') ?? '';
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => patch(first, { name: `N${n}` }, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(412)]);
  });

  it.each<[string, unknown, string, string]>([
    ['an empty name', { name: '' }, '/name', 'too_small'],
    ['a blank name', { name: ' \u2003' }, '/name', 'too_small'],
    ['256 characters', { name: '𝔁'.repeat(256) }, '/name', 'too_big'],
    ['null', { name: null }, '/name', 'invalid_type'],
    ['a number', { name: 1 }, '/name', 'invalid_type'],
    ['a lone surrogate', { name: '\udfff' }, '/name', 'invalid_string'],
    ['another field', { isDefault: true }, '/isDefault', 'unknown_field'],
    ['no object', 'x', '', 'invalid_type'],
  ])('422: %s', async (_, body, pointer, code) => {
    const answer = await patch(programs.versionPath(), body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect((await programs.get(programs.versionPath())).body.data.name).toBe('2026');
  });

  it('200: 255 characters, and one', async () => {
    const { first } = await programs.create();
    for (const name of ['𝔁'.repeat(255), 'x']) expect((await patch(first, { name })).body.data.name).toBe(name);
  });
});

describe('PATCH /continuing-education/{id}/versions/{versionId}: 404', () => {
  it('a version of another program, and what is no version', async () => {
    for (const path of programs.wrongVersionPaths()) {
      const { status, body } = await programs.school.client.patch(path, { name: 'N' });
      expect([path, status, body.code]).toEqual([path, 404, 'resource_not_found']);
    }
  });

  it('before 412, and after a fault of the body', async () => {
    const path = `${programs.path()}/versions/${randomUUID()}`;
    const patch = async (json: object) => {
      const { status, body } = await programs.school.client.patch(path, json, { ifMatch: '"x"' });
      return [status, body.code];
    };
    expect(await patch({ name: 'N' })).toEqual([404, 'resource_not_found']);
    expect(await patch({ name: '' })).toEqual([422, 'validation_failed']);
  });
});

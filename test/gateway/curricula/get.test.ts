import { describe, expect, it } from 'vitest';
import { expectedArts, expectedScience } from '../../support/expected-curricula.ts';
import { importCurricula, TestCurricula, twoCurricula } from '../../support/test-curricula.ts';

const curricula = await TestCurricula.start();

describe('GET /curricula/{id}: 200', () => {
  it('the curriculum, with null for a missing code', async () => {
    for (const expected of [expectedScience(curricula), expectedArts(curricula)]) {
      const { status, body } = await curricula.get(`/curricula/${expected.id}`);
      expect([status, body.data]).toEqual([200, expected]);
    }
  });

  it('another tag of the same revision when a version is added', async () => {
    const mine = await curricula.system.newInstitution();
    const [record] = twoCurricula;
    const ids = await importCurricula(mine, [{ ref: 'science', name: 'Science', versions: [] }]);
    const path = `/curricula/${ids['curricula/science']}`;
    const before = await mine.client.get(path);
    await importCurricula(mine, [{ ref: 'science', name: 'Science', versions: record?.versions ?? [] }]);
    const after = await mine.client.get(path);
    expect([before.body.data.versionsCount, after.body.data.versionsCount]).toEqual([0, 2]);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });
});

it('GET /curricula/{id}: 404: an empty id makes another path', async () => {
  for (const path of ['/curricula/', '/curricula//versions', '/curricula//versions//pathways']) {
    const { status, body } = await curricula.get(path);
    expect([status, body.code]).toEqual([404, 'resource_not_found']);
  }
});

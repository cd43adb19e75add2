import { afterAll, expect, it } from 'vitest';
import { importCourses } from '../../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const school = await system.newInstitution();
const course = await newCourse(school, { code: 'MATH-101' });
afterAll(() => system.stop());

async function newCourse(institution: TestInstitution, record: { ref?: string; code?: string; name?: string } = {}) {
  const [imported] = await importCourses(institution, [record]);
  if (!imported) throw new Error('no course was imported');
  return imported;
}

it('GET /courses/{id}: 200: the course', async () => {
  const { body } = await school.client.get(`/courses/${course.id}`);
  expect(body.data).toEqual({
    ...course,
    code: 'MATH-101',
    name: 'Course',
    isArchived: false,
    createdAt: '2026-10-05T08:00:00.000Z',
    updatedAt: '2026-10-05T08:00:00.000Z',
  });
});

it('GET /courses/{id}: 200: null for a course without code', async () => {
  const { id } = await newCourse(school);
  expect((await school.client.get(`/courses/${id}`)).body.data).toMatchObject({ id, code: null });
});

it('GET /courses/{id}: 200: another tag and updatedAt when the course has changed, and the same ids', async () => {
  const before = await newCourse(school, { ref: 'changing', name: 'Before' });
  const etag = (await school.client.get(`/courses/${before.id}`)).headers.get('etag') ?? '';
  system.clock.advance(1_000);
  expect(await newCourse(school, { ref: 'changing', name: 'After' })).toEqual(before);
  const { status, body, headers } = await school.client.get(`/courses/${before.id}`, {
    headers: { 'if-none-match': etag },
  });
  expect([status, body.data]).toMatchObject([200, { ...before, name: 'After', createdAt: '2026-10-05T08:00:00.000Z' }]);
  expect(body.data.updatedAt).toBe(body.meta.timestamp);
  expect(headers.get('etag')).not.toBe(etag);
});

it('GET /courses/{id}: 404: the layer’s id names no course', async () => {
  const { status, body } = await school.client.get(`/courses/${course.layerId}`);
  expect([status, body.code]).toEqual([404, 'resource_not_found']);
});

import { describe, expect, it } from 'vitest';
import { importCurricula, TestCurricula } from '../../../../support/test-curricula.ts';

const curricula = await TestCurricula.start();
const versions = Array.from({ length: 30 }, (_, n) => ({ ref: `e${n}`, version: String(n), name: 'Empty' }));
const ids = await importCurricula(curricula.school, [{ ref: 'empty', name: 'Empty', versions }]);
const paths = versions.map(({ ref }) => ids[`curriculaVersions/${ref}`]);
/** Versions without pathways, as many as the tests need. */
const empty = () => `/curricula/${ids['curricula/empty']}/versions/${paths.pop()}/pathways`;

const post = (path: string, body: unknown, key: string | true = true) =>
  curricula.school.client.post(path, body, { key });
const pathwaysPath = () => `${curricula.versionPath()}/pathways`;

describe('GET /curricula/{id}/versions/{versionId}/pathways: 200', () => {
  const shown = (ref: string, more: object) => ({
    id: curricula.id(`pathways/${ref}`),
    curriculaVersionId: curricula.id('curriculaVersions/first'),
    description: null,
    ...more,
  });
  const early = () => shown('early', { position: 2, name: 'Early', type: 'FIXED', description: 'Text' });
  const twin = () => shown('twin', { position: 2, name: 'Twin', type: 'FIXED' });
  const late = () => shown('late', { position: 10, name: 'Late', type: 'SELECTABLE_FOCUS' });

  it('by position as a number, ids breaking ties', async () => {
    const { status, body } = await curricula.get(pathwaysPath());
    expect([status, body.data]).toEqual([200, [early(), twin(), late()]]);
    expect(body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 50 });
  });

  it('none of a version without pathways', async () => {
    const { status, body } = await curricula.get(empty());
    expect([status, body.data]).toEqual([200, []]);
  });

  it('positions over the whole range, page by page', async () => {
    const path = empty();
    const given = [1_000_000, 0, 100_000, 9, 10, 0, 1_000_000, 99];
    for (const position of given) await post(path, { name: 'P', type: 'FIXED', position });
    const walked = await curricula.school.client.walk(path, { limit: '1' });
    expect(walked.map((each) => (each as unknown as { position: number }).position)).toEqual(
      [...given].sort((a, b) => a - b),
    );
    expect(new Set(walked.map(({ id }) => id)).size).toBe(given.length);
  });
});

it('GET /curricula/{id}/versions/{versionId}/pathways: 404: a version of another curriculum, and what is no version', async () => {
  for (const version of curricula.wrongVersionPaths()) {
    const { status, body } = await curricula.get(`${version}/pathways`);
    expect([version, status, body.code]).toEqual([version, 404, 'resource_not_found']);
  }
});

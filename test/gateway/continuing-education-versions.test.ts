import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../support/test-messages.ts';
import { programVersionFields, TestPrograms } from '../support/test-programs.ts';

let programs: TestPrograms;
let manyPath: string;

beforeAll(async () => {
  programs = await TestPrograms.start({ platform: 'own' });
  const { id } = (await programs.school.client.post('/continuing-education', { name: 'Many' })).body.data;
  manyPath = `/continuing-education/${id}/versions`;
});
afterAll(() => programs.stop());

const detailFields = [...programVersionFields, 'cohorts'];
const ids = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

describe('GET /continuing-education/{id}/versions/{versionId}', () => {
  it('200: with its cohorts by start, all fields of each', async () => {
    const { status, headers, body } = await programs.get(programs.versionPath());
    const cohort = {
      institutionId: programs.school.id,
      endDate: '2028-03-31T00:00:00.000Z',
      curriculaVersionId: programs.id('curriculaVersions/m1'),
      studyProgramVersionId: programs.id('programVersions/care-26'),
    };
    expect(status).toBe(200);
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
    expect(Object.keys(body.data)).toEqual(detailFields);
    expect(body.data).toEqual({
      id: programs.id('programVersions/care-26'),
      name: '2026',
      institutionId: programs.school.id,
      studyProgramId: programs.id('programs/care'),
      isDefault: false,
      statisticData: null,
      cohorts: [
        {
          ...cohort,
          id: programs.id('cohorts/autumn'),
          name: 'Autumn',
          startDate: '2026-10-01T00:00:00.000Z',
          isArchived: false,
          originalCurriculaVersionId: programs.id('curriculaVersions/m1'),
        },
        {
          ...cohort,
          id: programs.id('cohorts/spring'),
          name: 'Spring',
          startDate: '2027-04-01T00:00:00.000Z',
          isArchived: true,
          hasDisconnectedFromCurricula: true,
          originalCurriculaVersionId: null,
        },
      ],
    });
  });

  it('200: none, where it has none', async () => {
    const { body } = await programs.get(programs.versionPath('data-1', 'data'));
    expect([body.data.isDefault, body.data.cohorts]).toEqual([true, []]);
  });

  it.each(detailFields)('200: only %s, with the ETag of the whole', async (name) => {
    const [whole, part] = [
      await programs.get(programs.versionPath()),
      await programs.get(programs.versionPath(), { fields: name }),
    ];
    expect(part.body.data).toEqual({ [name]: whole.body.data[name] });
    expect(part.headers.get('etag')).toBe(whole.headers.get('etag'));
  });
});

describe('GET /continuing-education/{id}/versions: 200', () => {
  it('as the program shows them, without cohorts', async () => {
    const { body } = await programs.get(`${programs.path()}/versions`);
    expect(body.data).toEqual((await programs.get(programs.path())).body.data.studyProgramVersion);
    for (const version of body.data) expect(Object.keys(version)).toEqual(programVersionFields);
  });

  it('in order of creation, page by page, with any fields', async () => {
    const created = [(await programs.get(manyPath)).body.data[0].id];
    for (let n = 0; n < 12; n++) {
      programs.system.clock.advance(n % 3);
      created.push((await programs.school.client.post(manyPath, { versionName: `V${n}` })).body.data.id);
    }
    for (const limit of ['1', '5', '13', '100']) {
      expect((await programs.school.client.walk(manyPath, { limit })).map(({ id }) => id)).toEqual(created);
    }
    const first = await programs.get(manyPath, { limit: '5', fields: 'name' });
    expect(first.body.data[0]).toEqual({ name: 'Many' });
    const { next_cursor: cursor } = first.body.pagination;
    expect(ids(await programs.get(manyPath, { limit: '8', cursor }))).toEqual(created.slice(5));
    const last = await programs.get(manyPath, { limit: '13' });
    expect(last.body.pagination).toEqual({ next_cursor: null, has_more: false, limit: 13 });
  });
});

describe('POST /continuing-education/{id}/versions', () => {
  it('201: the version, without cohorts; GET shows the same, with the same ETag', async () => {
    const { id, versions, path } = await programs.create();
    const answer = await programs.school.client.post(versions, { versionName: ' 2029 ' });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body.data)).toEqual(detailFields);
    expect(answer.body.data).toEqual({
      id: expect.any(String),
      name: ' 2029 ',
      institutionId: programs.school.id,
      studyProgramId: id,
      isDefault: false,
      statisticData: null,
      cohorts: [],
    });
    const read = await programs.get(`${versions}/${answer.body.data.id}`);
    expect([read.body.data, read.headers.get('etag')]).toEqual([answer.body.data, answer.headers.get('etag')]);
    const program = (await programs.get(path)).body.data;
    expect(program).toMatchObject({
      versionsCount: 2,
      firstVersion: { name: 'Care' },
      defaultVersion: { name: 'Care' },
    });
  });

  it('201: fifty at once keep one default, and every count is right', async () => {
    const { versions, path } = await programs.create();
    const before = (await programs.get(path)).body.data;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => programs.school.client.post(versions, { versionName: `V${n}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(201));
    const { data } = (await programs.get(path)).body;
    expect([data.versionsCount, data.studyProgramVersion.length, data.cohortsCount]).toEqual([51, 51, 0]);
    const defaults = data.studyProgramVersion.filter(({ isDefault }: { isDefault: boolean }) => isDefault);
    expect([defaults, data.defaultVersion, data.firstVersion]).toEqual([
      [before.firstVersion],
      before.firstVersion,
      before.firstVersion,
    ]);
    expect(await programs.school.client.walk(versions)).toHaveLength(51);
  });

  it('201 again with its key: the same bytes, one version', async () => {
    const { versions } = await programs.create();
    const key = randomUUID();
    const first = await programs.school.client.post(versions, { versionName: 'V' }, { key });
    await programs.school.client.patch(`${versions}/${first.body.data.id}`, { name: 'Renamed' });
    const again = await programs.school.client.post(versions, { versionName: 'V' }, { key });
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([201, first.text, 'true']);
    expect(await programs.school.client.walk(versions)).toHaveLength(2);
    const reused = await programs.school.client.post(versions, { versionName: 'W' }, { key });
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
  });

  it.each<[string, unknown, string, string]>([
    ['no name', {}, '/versionName', 'required'],
    ['name, which is the field of PATCH', { versionName: 'V', name: 'V' }, '/name', 'unknown_field'],
    ['an empty name', { versionName: '' }, '/versionName', 'too_small'],
    ['a blank name', { versionName: ' \u2003' }, '/versionName', 'invalid_string'],
    ['256 characters', { versionName: 'x'.repeat(256) }, '/versionName', 'too_big'],
    ['null', { versionName: null }, '/versionName', 'invalid_type'],
    ['U+0000', { versionName: '\0' }, '/versionName', 'invalid_string'],
    ['no object', [], '', 'invalid_type'],
  ])('422: %s', async (_, body, pointer, code) => {
    const { versions } = await programs.create();
    const answer = await programs.school.client.post(versions, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'validation_failed']);
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    expect((await programs.get(versions)).body.data).toHaveLength(1);
  });
});

import { afterAll, describe, expect, it } from 'vitest';
import { programVersionFields, TestPrograms } from '../../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
afterAll(() => programs.stop());

const detailFields = [...programVersionFields, 'cohorts'];

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
});

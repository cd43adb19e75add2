import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { expectInFlight } from '../../../support/key-in-flight.ts';
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

  it('201: again with its key: the same bytes, one version', async () => {
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
    ['a blank name', { versionName: ' \u2003' }, '/versionName', 'too_small'],
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

it('POST /continuing-education/{id}/versions: 409: a key whose first request still runs', async () => {
  const key = randomUUID();
  await expectInFlight(programs.system.databases.url('curricula'), 'program_versions', () =>
    programs.school.client.post(`${programs.path()}/versions`, { versionName: '2030' }, { key }),
  );
});

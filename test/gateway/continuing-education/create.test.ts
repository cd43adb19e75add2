import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { programFields, TestPrograms } from '../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
afterAll(() => programs.stop());

const post = (body: unknown, request: { key?: string } = {}) =>
  programs.school.client.post('/continuing-education', body, request);
const countPrograms = async () => (await programs.school.client.walk('/continuing-education')).length;

describe('POST /continuing-education: 201', () => {
  it('the program with its initial version; GET shows the same, with the same ETag', async () => {
    const curriculaIds = [programs.id('curricula/free'), programs.id('curricula/modular')];
    const answer = await post({
      name: 'Night Care',
      code: 'CE-N',
      initialVersionName: '2028',
      objective: 'To care at night',
      defaultStudyTime: 24,
      hasCohorts: true,
      curriculaIds,
    });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
    const version = {
      id: expect.stringMatching(uuid),
      name: '2028',
      institutionId: programs.school.id,
      studyProgramId: data.id,
      isDefault: true,
      statisticData: null,
    };
    expect(Object.keys(data)).toEqual(programFields);
    expect(data).toEqual({
      id: expect.stringMatching(uuid),
      name: 'Night Care',
      institutionId: programs.school.id,
      objective: 'To care at night',
      isArchived: false,
      code: 'CE-N',
      statisticData: null,
      defaultStudyTime: 24,
      defaultTuitionFeePlanId: null,
      hasCohorts: true,
      hasStatistics: false,
      type: null,
      studyProgramVersion: [version],
      responsibleUsers: [],
      connectedCurricula: curriculaIds.map((id) => expect.objectContaining({ id })),
      firstVersion: version,
      defaultVersion: version,
      versionsCount: 1,
      cohortsCount: 0,
      studyProgramMetadata: null,
    });
    expect(new Set([data.studyProgramVersion[0].id, data.firstVersion.id, data.defaultVersion.id]).size).toBe(1);
    const read = await programs.get(`/continuing-education/${data.id}`);
    expect(read.body.data).toEqual(data);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  it.each<[string, object, object]>([
    [
      'a name alone',
      {},
      { code: null, objective: null, hasCohorts: false, connectedCurricula: [], firstVersion: { name: 'Care' } },
    ],
    ['empty texts where they may be', { code: '', objective: '', curriculaIds: [] }, { code: '', objective: '' }],
    ['white space, which stays', { name: ' Care ', code: ' ' }, { name: ' Care ', firstVersion: { name: ' Care ' } }],
    ['a code that another program has', { code: 'CE-1' }, { code: 'CE-1' }],
    ['the longest study time', { defaultStudyTime: 2147483647 }, { defaultStudyTime: 2147483647 }],
    ['a study time of zero', { defaultStudyTime: 0 }, { defaultStudyTime: 0 }],
    ['an integer that is written 12.0', JSON.parse('{"defaultStudyTime":12.0}'), { defaultStudyTime: 12 }],
    [
      'the longest of all',
      {
        name: '𝔁'.repeat(255),
        initialVersionName: '𝔁'.repeat(255),
        code: '𝔁'.repeat(255),
        objective: '𝔁'.repeat(10_000),
      },
      { name: '𝔁'.repeat(255), firstVersion: { name: '𝔁'.repeat(255) } },
    ],
    [
      'markup and quotes',
      { name: `<b>"'\\\u2028; DROP TABLE programs` },
      { name: `<b>"'\\\u2028; DROP TABLE programs` },
    ],
  ])('%s', async (_, body, shown) => {
    const answer = await post({ name: 'Care', ...body });
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject(shown);
    if (!('defaultStudyTime' in body)) expect(answer.body.data).not.toHaveProperty('defaultStudyTime');
  });

  it('a curriculum’s id in upper case is the same id', async () => {
    const id = programs.id('curricula/modular');
    const { body } = await post({ name: 'Care', curriculaIds: [id.toUpperCase()] });
    expect(body.data.connectedCurricula[0].id).toBe(id);
  });

  it('again with its key: the same bytes, although the curriculum has changed', async () => {
    const mine = await TestPrograms.start({ platform: 'own' });
    const body = { name: 'Care', curriculaIds: [mine.id('curricula/modular')] };
    const key = randomUUID();
    const first = await mine.school.client.post('/continuing-education', body, { key });
    await mine.school.client.patch(
      `/continuing-education/${first.body.data.id}/versions/${first.body.data.firstVersion.id}`,
      { name: 'Renamed' },
    );
    mine.system.clock.advance(60_000);
    const again = await mine.school.client.post('/continuing-education', body, { key });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([201, first.text, first.headers.get('etag')]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    const reused = await mine.school.client.post('/continuing-education', { name: 'Other' }, { key });
    expect([reused.status, reused.body.code]).toEqual([422, 'idempotency_key_reused']);
    await mine.stop();
  });
});

describe('POST /continuing-education: 400', () => {
  const fault = async (body: unknown) => {
    const before = await countPrograms();
    const answer = await post(body);
    expect([answer.status, answer.body.code, await countPrograms()]).toEqual([400, 'bad_request', before]);
    return answer.body.errors;
  };

  it('a curriculum that is unknown, archived, another institution’s, or something else: one answer for all', async () => {
    const good = programs.id('curricula/modular');
    const bad = [
      randomUUID(),
      'x',
      '%%%',
      programs.id('curricula/old'),
      programs.id('curricula/modular', programs.other),
      programs.id('curriculaVersions/m1'),
      programs.id('programs/care'),
    ];
    for (const id of bad) {
      expect(await fault({ name: 'Care', curriculaIds: [good, id] })).toEqual([
        {
          field: 'curriculaIds.1',
          pointer: '/curriculaIds/1',
          code: 'invalid_reference',
          message: 'does not refer to a curriculum that can be connected',
        },
      ]);
    }
    expect(await fault({ name: 'Care', curriculaIds: bad })).toHaveLength(bad.length);
  });
});

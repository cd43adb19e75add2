import { afterAll, describe, expect, it } from 'vitest';
import type { TestAnswer } from '../../../support/test-messages.ts';
import { programVersionFields, TestPrograms } from '../../../support/test-programs.ts';

const programs = await TestPrograms.start({ platform: 'own' });
const { id } = (await programs.school.client.post('/continuing-education', { name: 'Many' })).body.data;
const manyPath = `/continuing-education/${id}/versions`;
afterAll(() => programs.stop());
const ids = ({ body }: TestAnswer): string[] => body.data.map(({ id }: { id: string }) => id);

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

import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { importBundle } from '../../../../cli/import/import-bundle.ts';
import { compileSerialiser } from '../../../../gateway/endpoint/envelope.ts';
import { CurriculaVersionDetail } from '../../../../gateway/schema/curriculum-version-detail.ts';
import { compileValidator } from '../../../../gateway/schema/validate.ts';
import { cohortCopy, computerScience, woundCare } from '../../../fixtures/demo-curricula/versions.ts';
import { demoBundle } from '../../../support/cli/bundles.ts';
import { resolveRefs } from '../../../support/resolve-refs.ts';
import { changeSettings } from '../../../support/test-directory.ts';
import { type TestInstitution, TestSystem } from '../../../support/test-system.ts';

/** The demo institution's versions, each field compared with values written by hand. */
const system = await TestSystem.start({ platform: 'own' });
const call = (actor: Parameters<typeof system.call>[0]) => system.call(actor);
const imported = await importBundle({ bundle: demoBundle(), call });
const { institutionId } = imported;
const school: TestInstitution = {
  id: institutionId,
  client: await system.newClient(institutionId),
  operator: system.operator(institutionId),
  actor: { kind: 'operator', institutionId },
};
const printed = Object.entries(imported.ids).flatMap(([section, refs]) =>
  Object.entries(refs).map(([ref, id]) => [`@${section}/${ref}`, typeof id === 'string' ? id : id.id] as const),
);
const ids = new Map([['@institution', institutionId], ...printed]);
afterAll(() => system.stop());

const idOf = (name: string) => ids.get(`@${name}`) ?? '';
const pathOf = ({ curriculaId, id }: { curriculaId: string; id: string }) =>
  `/curricula/${ids.get(curriculaId)}/versions/${ids.get(id)}`;
const path = () => pathOf(computerScience);

describe('GET /curricula/{id}/versions/{versionId}: 200', () => {
  it.each([
    ['BSc Computer Science, 2026', computerScience],
    ['a version that was made for a cohort', cohortCopy],
    ['a version with an academic term for a cohort', woundCare],
  ])('%s: field by field as it is written down', async (_, expected) => {
    const { status, body, headers } = await school.client.get(pathOf(expected));
    expect(status).toBe(200);
    expect(body.data).toEqual(resolveRefs(expected, body.data, ids));
    expect(compileValidator(CurriculaVersionDetail)(body.data)).toEqual([]);
    expect(JSON.stringify(body.data)).toBe(compileSerialiser(CurriculaVersionDetail)(body.data));
    expect(headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  it('the fields of each record in the order of the specification’s tables', async () => {
    const { data } = (await school.client.get(path())).body;
    expect(Object.keys(data)).toEqual(Object.keys(CurriculaVersionDetail.properties));
    const item = CurriculaVersionDetail.properties.curriculaVersionItems.items;
    for (const each of data.curriculaVersionItems) expect(Object.keys(each)).toEqual(Object.keys(item.properties));
  });

  it('the unit of the institution where a time plan has none of its own, as soon as it changes', async () => {
    const unitsOf = async () => {
      const { curriculaVersionItems } = (await school.client.get(path())).body.data;
      const versions = curriculaVersionItems.map(
        (item: { courseModuleVersion: object | null }) => item.courseModuleVersion,
      );
      return versions
        .filter((version: object | null) => version !== null)
        .map(({ unitName, unitMinuteEquivalent }: Record<string, unknown>) => `${unitName} ${unitMinuteEquivalent}`);
    };
    const own = 'Seminar hour 60';
    expect(await unitsOf()).toEqual([...Array(4).fill('Unit 45'), own, ...Array(4).fill('Unit 45')]);
    const before = (await school.client.get(path())).headers.get('etag');
    await changeSettings(school, { defaultLessonUnitName: 'Lesson', defaultLessonUnitMinutes: 37.5 });
    expect(await unitsOf()).toEqual([...Array(4).fill('Lesson 37.5'), own, ...Array(4).fill('Lesson 37.5')]);
    expect((await school.client.get(path())).headers.get('etag')).not.toBe(before);
    await changeSettings(school, { unset: ['default_lesson_unit_name', 'default_lesson_unit_minutes'] });
    expect((await school.client.get(path())).headers.get('etag')).toBe(before);
  });

  it('and 304 for its ETag, until a pathway is created', async () => {
    const etag = (await school.client.get(path())).headers.get('etag') ?? '';
    const conditional = () =>
      school.client.get(path(), { headers: { 'if-none-match': etag }, query: { fields: 'id' } });
    const fresh = await conditional();
    expect([fresh.status, fresh.text, fresh.headers.get('etag')]).toEqual([304, '', etag]);
    system.clock.advance(1_000);
    const { body } = await school.client.post(`${path()}/pathways`, { name: 'New', type: 'FIXED' });
    const changed = await conditional();
    expect(changed.status).toBe(200);
    const { data } = (await school.client.get(path())).body;
    expect(data.curriculaVersionPathways.at(-1)).toEqual(body.data);
    expect([data.createdAt, data.updatedAt]).toEqual(['2026-10-05T08:00:00.000Z', '2026-10-05T08:00:01.000Z']);
  });
});

describe('GET /curricula/{id}/versions/{versionId}: 404', () => {
  it('a version of another curriculum', async () => {
    const at = `/curricula/${idOf('curricula/ce-wound')}/versions/${idOf('curriculaVersions/bsc-cs-1')}`;
    const { status, body } = await school.client.get(at);
    expect([status, body.code]).toEqual([404, 'resource_not_found']);
  });

  it('ids of other records: its curriculum, its terms, its cohorts', async () => {
    const others = ['curricula/bsc-cs', 'terms/t1', 'cohorts/coh26', 'moduleVersions/mv1'].map(idOf);
    const paths = [...others, randomUUID()].map((id) => `/curricula/${idOf('curricula/bsc-cs')}/versions/${id}`);
    const version = idOf('curriculaVersions/bsc-cs-1');
    for (const at of [...paths, `/curricula/${version}/versions/${version}`]) {
      expect((await school.client.get(at)).status).toBe(404);
    }
  });
});

it('GET /curricula/{id}/versions/{versionId}: 200: during imports consistent, with every record that it refers to', async () => {
  const bundle = demoBundle();
  const call = (actor: Parameters<typeof system.call>[0]) => system.call(actor);
  const [curriculum] = bundle.curricula;
  const [version] = curriculum.versions;
  const grow = async () => {
    for (let round = 0; round < 8; round++) {
      const ref = randomUUID();
      version.terms.push({ ref, position: 7 + round, name: 'More' });
      version.items.push({ ref, courseModule: 'm1', moduleVersion: 'mv1', term: ref });
      await importBundle({ bundle, call });
    }
    return 'done';
  };
  let growing: string | undefined;
  const imports = grow().then((end) => {
    growing = end;
  });
  const client = await system.newClient(school.id);
  for (let read = 0; read < 500 && growing === undefined; read++) {
    const { status, body } = await client.get(path());
    expect(status).toBe(200);
    const { curriculaVersionTerms, curriculaVersionItems } = body.data;
    expect(curriculaVersionTerms.length - 6).toBe(curriculaVersionItems.length - 10);
  }
  await imports;
  expect((await school.client.get(path())).body.data.curriculaVersionItems).toHaveLength(18);
});

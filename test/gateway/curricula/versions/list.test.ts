import { describe, expect, it } from 'vitest';
import { importCurricula, TestCurricula } from '../../../support/test-curricula.ts';

const curricula = await TestCurricula.start();

const at = '2026-10-05T08:00:00.000Z';
const first = () => ({
  id: curricula.id('curriculaVersions/first'),
  version: '1',
  name: 'First',
  createdAt: at,
  updatedAt: at,
  curriculaId: curricula.id('curricula/science'),
  electionEndWeeks: 0,
  electionStartWeeks: 6,
  electionMode: 'ELECT_WHENEVER',
  isCohortVersion: false,
  sourceCohortId: null,
  sourceCohort: null,
  isDefault: true,
});
const second = () => ({
  ...first(),
  id: curricula.id('curriculaVersions/second'),
  version: '2',
  name: 'Second',
  electionEndWeeks: null,
  electionStartWeeks: null,
  electionMode: null,
  isDefault: false,
});
const versionsPath = () => `/curricula/${curricula.id('curricula/science')}/versions`;

describe('GET /curricula/{id}/versions: 200', () => {
  it('all versions by creation, with null for what is not stated', async () => {
    const { status, body } = await curricula.get(versionsPath());
    expect([status, body.data]).toEqual([200, [first(), second()]]);
    expect(Object.keys(body.data[0])).toEqual(Object.keys(first()));
  });

  it('none of a curriculum without versions', async () => {
    const { status, body } = await curricula.get(`/curricula/${curricula.id('curricula/arts')}/versions`);
    expect([status, body.data]).toEqual([200, []]);
  });

  it('60 versions, of 100 at most, in the order of creation', async () => {
    const mine = await curricula.system.newInstitution();
    const versions = Array.from({ length: 60 }, (_, n) => ({ ref: `v${n}`, version: String(n), name: 'V' }));
    const ids = await importCurricula(mine, [{ ref: 'big', name: 'Big', versions }]);
    const path = `/curricula/${ids['curricula/big']}/versions`;
    for (const limit of ['7', '59', '60', '100']) {
      const walked = await mine.client.walk(path, { limit });
      expect(walked.map(({ id }) => id)).toEqual(versions.map(({ ref }) => ids[`curriculaVersions/${ref}`]));
    }
  });
});

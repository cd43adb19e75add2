import { expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { AdministratorService } from '../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { demoAs, type LooseBundle } from '../support/cli/bundles.ts';
import { summaryOf } from '../support/cli/import-cli.ts';
import { storedData } from '../support/cli/stored-data.ts';
import type { TestSystem } from '../support/test-system.ts';
import type { Campus } from './campus.ts';

/**
 * A registrar imports the same roster every night, with names, addresses and groups, while others change people,
 * settings and programs with the API, the console and the command line. What the roster names is as it says; what it
 * does not name is as it was.
 */
export function nightlyRoster(campus: () => Campus, system: () => TestSystem): void {
  const { users, userGroups, programs, institution } = demoAs('a nightly roster');
  const roster = (): LooseBundle =>
    structuredClone({
      institution: { ref: institution.ref, name: institution.name, administrators: ['u01'] },
      users: users.map(({ ref, email, firstName, lastName }: LooseBundle) => ({ ref, email, firstName, lastName })),
      userGroups: userGroups.map(({ ref, name }: LooseBundle) => ({ ref, name })),
      programs: programs.map(({ ref, name, versions }: LooseBundle) => ({
        ref,
        name,
        versions: versions.map((version: LooseBundle) => ({ ref: version.ref, name: version.name })),
      })),
    });
  const night = async (bundle = roster()) => {
    const answer = await campus().cli.importBundle(bundle);
    expect([answer.code, answer.stderr]).toEqual([0, '']);
    return Object.entries(summaryOf(answer)).filter(([, [created = 0, updated = 0]]) => created + updated > 0);
  };
  const userPath = (ref: string) => `/users/${campus().id('users', ref)}`;
  const get = async (path: string) => {
    const { status, body, headers } = await campus().client.get(path);
    return [status, body.data, headers.get('etag')];
  };
  const change = async (ref: string, body: object) => {
    const answer = await campus().client.patch(userPath(ref), body, { ifMatch: '*' });
    expect(answer.status).toBe(200);
  };
  const administrator = () =>
    system().call({
      kind: 'administrator',
      institutionId: campus().institutionId,
      userId: campus().id('users', 'u01'),
      name: 'Ada',
      sessionId: campus().id('users', 'u01'),
      roles: ['owner'],
    });

  it('what others change by day is the same in the morning, and nothing is written at night', async () => {
    await change('u02', { isArchived: true, code: null });
    await change('u03', { code: 'NH-7103', image: 'https://x.example/u03.png' });
    await administrator()(InstitutionService.method.setInstitutionSettings, {
      change: { schedulingEnabled: false, rejectRoomConflicts: true, defaultLessonUnitMinutes: 50 },
    });
    const set = ['institutions', 'set', campus().institutionId];
    const answer = await campus().cli.run([...set, 'time_tracking_timezone=America/Lima', 'user_code_format=']);
    expect([answer.code, answer.stderr]).toEqual([0, '']);
    const paths = [
      ...['u02', 'u03'].map(userPath),
      ...programs.map(({ ref }: LooseBundle) => `/continuing-education/${campus().id('programs', ref)}`),
    ];
    const settings = async () =>
      (await system().operator(campus().institutionId)(InstitutionService.method.getInstitution, {})).institution
        ?.settings;
    const before = [await Promise.all(paths.map(get)), await settings(), await storedData(system().databases)];
    expect(await night()).toEqual([]);
    expect(await night()).toEqual([]);
    expect([await Promise.all(paths.map(get)), await settings(), await storedData(system().databases)]).toEqual(before);
  });

  it('an administrator whom the API has archived stays archived, and the roster is imported nevertheless', async () => {
    const operator = system().operator(campus().institutionId);
    const { email } = users[1];
    await operator(AdministratorService.method.addAdministrator, { email });
    await operator(AdministratorService.method.createSignInLink, { email });
    await change('u01', { isArchived: true });
    expect(await night()).toEqual([]);
    expect((await get(userPath('u01')))[1]).toMatchObject({ isArchived: true });
    await change('u01', { isArchived: false });
  });

  it('what the roster names is set again, and the rest of the record stays', async () => {
    await change('u03', { lastName: 'Married' });
    expect(await night()).toEqual([['users', [0, 1, 59]]]);
    const expected = users.find(({ ref }: LooseBundle) => ref === 'u03');
    expect((await get(userPath('u03')))[1]).toMatchObject({
      lastName: expected.lastName,
      code: 'NH-7103',
      image: 'https://x.example/u03.png',
    });
  });

  it('null clears what may be empty, and an empty list empties a list', async () => {
    const bundle = roster();
    bundle.users[2].image = null;
    bundle.programs[0].responsibleUsers = [];
    expect(await night(bundle)).toEqual([
      ['users', [0, 1, 59]],
      ['programs', [0, 1, bundle.programs.length - 1]],
    ]);
    expect((await get(userPath('u03')))[1]).toMatchObject({ image: null, code: 'NH-7103' });
  });

  it('two imports at once lose nothing that others change between their batches', async () => {
    const codes = [4, 6, 7, 8].map((n) => [`u0${n}`, `NH-72${n}0`] as const);
    await Promise.all([night(), night(), ...codes.map(([ref, code]) => change(ref, { code }))]);
    for (const [ref, code] of codes) expect((await get(userPath(ref)))[1]).toMatchObject({ code });
  });
}

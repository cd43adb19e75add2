import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventsOf, type PublishedEvent } from '../../test/support/test-events.ts';
import { TestSystem } from '../../test/support/test-system.ts';
import { demoAs, type LooseBundle } from '../testing/bundles.ts';
import { ImportCli } from '../testing/import-cli.ts';

/** What imports tell: the events of requests, one of each record that they change. */
let system: TestSystem;
let cli: ImportCli;
let bundle: LooseBundle;
let institutionId: string;
let ids: Record<string, Record<string, string | { readonly id: string }>>;
let first: readonly PublishedEvent[];

beforeAll(async () => {
  system = await TestSystem.start();
  cli = await ImportCli.open(system);
});
afterAll(async () => {
  await system?.stop();
  await cli?.close();
});

let imports = 0;
beforeEach(async () => {
  bundle = demoAs(`demo-${imports++}`);
  const { json } = await cli.importBundle(bundle, '--json');
  ({ institutionId, ids } = json);
  first = await eventsOf(system, institutionId);
});

/** What an import of the bundle as it is now tells. */
async function published(): Promise<PublishedEvent[]> {
  const answer = await cli.importBundle(bundle);
  expect([answer.code, answer.stderr]).toEqual([0, '']);
  const known = Map.groupBy(first, ({ service }) => service);
  const all = Map.groupBy(await eventsOf(system, institutionId), ({ service }) => service);
  return [...all].flatMap(([service, events]) => events.slice(known.get(service)?.length ?? 0));
}

const brief = (events: readonly PublishedEvent[]) =>
  events.map(({ type, resourceId, changed }) => [type, resourceId, changed]);
const idsOf = (section: string) => Object.values(ids[section] ?? {}).map((id) => (typeof id === 'string' ? id : id.id));
const idOf = (section: string, ref: string) => {
  const id = ids[section]?.[ref];
  return typeof id === 'string' ? id : id?.id;
};

describe('the first import', () => {
  it('tells each record that it creates, and no settings', () => {
    const created = (type: string) => first.filter((event) => event.type === type).map(({ resourceId }) => resourceId);
    for (const [type, section] of [
      ['user.created', 'users'],
      ['course.created', 'courses'],
      ['location.created', 'locations'],
      ['room.created', 'rooms'],
      ['curriculum.created', 'curricula'],
      ['program.created', 'programs'],
      ['program_version.created', 'programVersions'],
    ] as const)
      expect([type, created(type).toSorted()]).toEqual([type, idsOf(section).toSorted()]);
    // Cohorts come behind the curricula that were made for them.
    const others = first.filter(({ type }) => !type.endsWith('.created'));
    expect(others.filter(({ type }) => type !== 'curriculum.updated')).toEqual([]);
  });

  it('says who has imported, by which request, and where each record is read', async () => {
    const client = await system.newClient(institutionId);
    for (const { type, actor, requestId, path, resourceId } of new Map(
      first.map((published) => [published.type, published]),
    ).values()) {
      expect([type, actor]).toEqual([type, { type: 'operator', id: expect.any(String) }]);
      expect(requestId).not.toBe('');
      const { status, body } = await client.get(path ?? '');
      expect([type, status, body.data.id]).toEqual([type, 200, resourceId]);
    }
  });
});

describe('an import', () => {
  it('of what is there already tells nothing', async () => {
    expect(await published()).toEqual([]);
  });

  it('tells what it changes of each record', async () => {
    const [user] = bundle.users;
    const [course] = bundle.courses;
    const [location] = bundle.locations;
    const [curriculum] = bundle.curricula;
    const [program, other] = bundle.programs;
    Object.assign(user, { firstName: 'Xenia' });
    delete user.name;
    course.code = `${course.code}-X`;
    location.name = 'Other';
    location.rooms[0].setups[0].name = 'Other';
    location.rooms[1].capacity = 7;
    location.rooms.push({ ref: 'new', name: 'New' });
    curriculum.versions[0].terms[0].name = 'Other';
    program.responsibleUsers = [];
    other.versions[0].name = 'Other';
    bundle.institution.settings.reject_room_conflicts = true;
    const events = brief(await published());
    expect(events.slice(0, 1)).toEqual([['settings.updated', institutionId, ['reject_room_conflicts']]]);
    const [, ofUser, ...rest] = events;
    expect(ofUser?.slice(0, 2)).toEqual(['user.updated', idOf('users', user.ref)]);
    expect(ofUser?.[2]).toContain('firstName');
    const rooms = location.rooms.map(({ ref }: { ref: string }) => idOf('rooms', ref));
    expect(rest.filter(([type]) => !String(type).startsWith('room.created')).sort()).toEqual(
      [
        ['course.updated', idOf('courses', course.ref), ['code']],
        ['location.updated', idOf('locations', location.ref), ['name']],
        ['room.updated', rooms[0], ['setups']],
        ['room.updated', rooms[1], ['capacity']],
        ['curriculum.updated', idOf('curricula', curriculum.ref), null],
        ['program.updated', idOf('programs', program.ref), ['responsibleUsers']],
        ['program.updated', idOf('programs', other.ref), null],
        ['program_version.updated', idOf('programVersions', other.versions[0].ref), ['name']],
      ].sort(),
    );
    expect(rest.filter(([type]) => type === 'room.created')).toHaveLength(1);
  });

  it('tells nothing of sections that are no resources of the API', async () => {
    bundle.userGroups[0].name = 'Other';
    bundle.appointmentTypes[0].name = 'Other';
    bundle.organizationTerms[0].name = 'Other';
    bundle.moduleGroups[0].name = 'Other';
    bundle.tags[0].name = 'Other';
    bundle.courseModules[0].name = 'Other';
    bundle.timestampTemplates[0].label = 'Other';
    bundle.institution.name = 'Other';
    expect(await published()).toEqual([]);
  });
});

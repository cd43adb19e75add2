import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { demoAs, type LooseBundle } from '../../test/support/cli/bundles.ts';
import { ImportCli } from '../../test/support/cli/import-cli.ts';
import { eventsOf, type PublishedEvent } from '../../test/support/test-events.ts';
import { TestSystem } from '../../test/support/test-system.ts';

let bundle: LooseBundle;
let institutionId: string;
let ids: Record<string, Record<string, string | { readonly id: string }>>;
let first: readonly PublishedEvent[];

/** Imports publish the same events as requests, one for each record that they change. */
const system = await TestSystem.start();
const cli = await ImportCli.open(system);
afterAll(() => cli.close());

let imports = 0;
beforeEach(async () => {
  bundle = demoAs(`demo-${imports++}`);
  const { json } = await cli.importBundle(bundle, '--json');
  ({ institutionId, ids } = json);
  first = await eventsOf(system, institutionId);
});

/** The events of an import of the bundle in its current state. */
async function published(): Promise<PublishedEvent[]> {
  const answer = await cli.importBundle(bundle);
  expect([answer.code, answer.stderr]).toEqual([0, '']);
  const known = Map.groupBy(first, ({ service }) => service);
  const all = Map.groupBy(await eventsOf(system, institutionId), ({ service }) => service);
  return [...all].flatMap(([service, events]) => events.slice(known.get(service)?.length ?? 0));
}

const idsOf = (section: string) => Object.values(ids[section] ?? {}).map((id) => (typeof id === 'string' ? id : id.id));
const idOf = (section: string, ref: string) => ids[section]?.[ref];

describe('the first import', () => {
  it('publishes an event for each created record, and none for settings', () => {
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
    // Cohorts come after the curricula that were made for them.
    const others = first.filter(({ type }) => !type.endsWith('.created'));
    expect(others.filter(({ type }) => type !== 'curriculum.updated')).toEqual([]);
  });

  it('publishes the actor, the request, and the path of each record', async () => {
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
  it('publishes nothing if nothing changes', async () => {
    expect(await published()).toEqual([]);
  });

  it('publishes the changed fields of settings, programs and versions', async () => {
    const [program, other] = bundle.programs;
    program.responsibleUsers = [];
    other.versions[0].name = 'Other';
    bundle.institution.settings.reject_room_conflicts = true;
    bundle.institution.settings.working_time_rules = 'at-azg';
    bundle.institution.settings.language = 'de';
    expect((await published()).map(({ type, resourceId, changed }) => [type, resourceId, changed])).toEqual([
      ['settings.updated', institutionId, ['reject_room_conflicts', 'working_time_rules', 'language']],
      ['program.updated', idOf('programs', program.ref), ['responsibleUsers']],
      ['program.updated', idOf('programs', other.ref), null],
      ['program_version.updated', idOf('programVersions', other.versions[0].ref), ['name']],
    ]);
  });

  it('publishes the changed fields of user groups', async () => {
    const [group, other] = bundle.userGroups;
    group.members.pop();
    other.name = 'Other';
    expect((await published()).map(({ type, resourceId, changed }) => [type, resourceId, changed])).toEqual([
      ['user_group.updated', idOf('userGroups', group.ref), ['members']],
      ['user_group.updated', idOf('userGroups', other.ref), ['name']],
    ]);
  });

  it('publishes nothing for sections that are not resources of the API', async () => {
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

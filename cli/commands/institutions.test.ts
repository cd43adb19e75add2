import { afterAll, describe, expect, it } from 'vitest';
import { databaseVariable } from '../../deploy/installation/database-urls.ts';
import { services } from '../../deploy/installation/services.ts';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { type CliAnswer, runCli } from '../../test/support/cli/run-cli.ts';
import { TestSystem } from '../../test/support/test-system.ts';

const system = await TestSystem.start({ platform: 'own' });
const institution = await system.newInstitution('north');

afterAll(() => system.stop());

function lyceum(...args: string[]): Promise<CliAnswer> {
  return runCli(args, { environment: system.addresses });
}

function set(...assignments: string[]): Promise<CliAnswer> {
  return lyceum('institutions', 'set', institution.id, ...assignments);
}

async function settings() {
  return (await institution.operator(InstitutionService.method.getInstitution, {})).institution?.settings;
}

const DEFAULTS = {
  time_tracking_timezone: null,
  time_tracking_enabled: true,
  scheduling_enabled: true,
  reject_room_conflicts: false,
  user_code_format: null,
  working_time_rules: null,
  language: null,
  default_lesson_unit: { name: 'Unit', minutes: 45 },
  retention: { people_months: null, notes_months: null, hours_years: null, audit_years: null, keep_hours_years: null },
};

it('integrations list needs no institution while there is only one', async () => {
  const named = await lyceum('integrations', 'list', '--institution', 'north', '--json');
  expect((await lyceum('integrations', 'list', '--json')).json).toEqual(named.json);
});

describe('institutions list', () => {
  it('prints all institutions by name', async () => {
    const other = await system.newInstitution('east');
    expect((await lyceum('integrations', 'list')).stderr).toContain('Name the institution with --institution.');
    const { json } = await lyceum('institutions', 'list', '--json');
    expect(json).toEqual([
      { id: other.id, ref: 'east', name: 'east', settings: DEFAULTS, state: 'open', until: null, server: null },
      { id: institution.id, ref: 'north', name: 'north', settings: DEFAULTS, state: 'open', until: null, server: null },
    ]);
    const { stdout } = await lyceum('institutions', 'list');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'REF', 'NAME', 'STATE'],
      [other.id, 'east', 'east', 'open'],
      [institution.id, 'north', 'north', 'open'],
      [''],
    ]);
  });
});

describe('institutions show', () => {
  it('prints an institution with its settings', async () => {
    const { json } = await lyceum('institutions', 'show', 'north', '--json');
    expect(json).toEqual({ id: institution.id, ref: 'north', name: 'north', settings: DEFAULTS });
    const { stdout } = await lyceum('institutions', 'show', institution.id);
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['INSTITUTION', institution.id],
      ['ref', 'north'],
      ['name', 'north'],
      ['time_tracking_timezone', '(unset)'],
      ['time_tracking_enabled', 'true'],
      ['scheduling_enabled', 'true'],
      ['reject_room_conflicts', 'false'],
      ['user_code_format', '(unset)'],
      ['working_time_rules', '(unset)'],
      ['language', '(unset)'],
      ['default_lesson_unit.name', 'Unit'],
      ['default_lesson_unit.minutes', '45'],
      ...Object.keys(DEFAULTS.retention).map((name) => [`retention.${name}`, '(unset)']),
      [''],
    ]);
    const unknown = await lyceum('institutions', 'show', 'nowhere');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('the id or ref "nowhere"')]);
  });
});

describe('a ref', () => {
  it.each([
    ['integrations', 'list'],
    ['webhooks', 'list'],
    ['administrators', 'list'],
    ['requests', 'list'],
    ['usage'],
  ])('names the institution for %s %s', async (...command) => {
    const [byId, byRef] = await Promise.all(
      [institution.id, 'north'].map((named) => lyceum(...command, '--institution', named, '--json')),
    );
    expect([byRef?.code, byRef?.stdout]).toEqual([0, byId?.stdout]);
  });

  it('names the institution for audit, with the services at hand', async () => {
    const databases = Object.fromEntries(
      services.map(({ name }) => [databaseVariable(name), system.databases.url(name)]),
    );
    const args = ['audit', '--institution', 'north'];
    const { code, stdout } = await runCli(args, { environment: { ...databases, ...system.addresses } });
    expect([code, stdout]).toEqual([0, expect.stringContaining(institution.id)]);
  });

  it('names the institution whose settings are changed', async () => {
    expect((await lyceum('institutions', 'set', 'north', 'scheduling_enabled=true', '--json')).json).toMatchObject({
      institutionId: institution.id,
    });
  });
});

describe('institutions set', () => {
  it('changes settings, and unsets those with an empty value', async () => {
    const changed = await set(
      'time_tracking_timezone=Europe/Berlin',
      'time_tracking_enabled=false',
      'scheduling_enabled=false',
      'reject_room_conflicts=true',
      'user_code_format=a=[0][0][0][0]',
      'working_time_rules=eu-2003-88',
      'language=de',
      'default_lesson_unit.name=Seminar hour',
      'default_lesson_unit.minutes=52.5',
      '--json',
    );
    expect(changed.json).toEqual({
      institutionId: institution.id,
      settings: {
        time_tracking_timezone: 'Europe/Berlin',
        time_tracking_enabled: false,
        scheduling_enabled: false,
        reject_room_conflicts: true,
        user_code_format: 'a=[0][0][0][0]',
        working_time_rules: 'eu-2003-88',
        language: 'de',
        default_lesson_unit: { name: 'Seminar hour', minutes: 52.5 },
        retention: DEFAULTS.retention,
      },
    });
    const { stdout } = await set('user_code_format=', 'default_lesson_unit.minutes=');
    expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['SETTING', 'VALUE'],
      ['time_tracking_timezone', 'Europe/Berlin'],
      ['time_tracking_enabled', 'false'],
      ['scheduling_enabled', 'false'],
      ['reject_room_conflicts', 'true'],
      ['user_code_format', '(unset)'],
      ['working_time_rules', 'eu-2003-88'],
      ['language', 'de'],
      ['default_lesson_unit.name', 'Seminar hour'],
      ['default_lesson_unit.minutes', '45'],
      ...Object.keys(DEFAULTS.retention).map((name) => [`retention.${name}`, '(unset)']),
      [''],
    ]);
    const all = Object.entries(DEFAULTS).flatMap(([name, value]) =>
      Object(value) === value ? Object.keys(Object(value)).map((part) => `${name}.${part}`) : [name],
    );
    const unset = await set(...all.map((name) => `${name}=`), '--json');
    expect(unset.json.settings).toEqual(DEFAULTS);
  });

  it.each([
    [['user_code_format=NH'], 'error: NO_DYNAMIC_TOKEN'],
    [['user_code_format=NH-[0][0][0]'], 'error: MIN_BLOCKS_NOT_MET'],
    [['time_tracking_timezone=Mars/Base'], 'time_tracking_timezone: must be the name of an IANA time zone'],
    [['default_lesson_unit.minutes=0'], 'default_lesson_unit.minutes: '],
    [['default_lesson_unit.minutes=many'], 'error: default_lesson_unit.minutes must be a number'],
    [['working_time_rules=fr-code'], 'error: working_time_rules must be one of de-arbzg, at-azg, '],
    [['working_time_rules=none'], 'error: working_time_rules must be one of '],
    [['language=en-XA'], 'error: language must be one of de, en'],
    [['time_tracking_enabled=yes'], 'error: time_tracking_enabled must be true or false'],
    [['colour=red'], 'error: colour is not a setting'],
    [['scheduling_enabled'], 'error: "scheduling_enabled" is not key=value'],
    [['scheduling_enabled=true', 'scheduling_enabled=false'], 'error: scheduling_enabled is given twice'],
    [[], "error: missing required argument 'key=value'"],
  ])('rejects %j and changes nothing', async (bad, message) => {
    const before = await settings();
    const good = bad.length === 0 ? [] : ['reject_room_conflicts=true'];
    const { code, stdout, stderr } = await set(...good, ...bad);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr.split('\n').some((line) => line.startsWith(message))).toBe(true);
    expect(await settings()).toEqual(before);
  });
});

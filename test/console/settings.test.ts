import { beforeEach, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { newAdministrator, signedIn, type TestAdministrator } from '../support/console/administrator.ts';
import { words } from '../support/console/read-page.ts';
import { type Answer, hiddenIn, type Visitor } from '../support/console/visitor.ts';
import { changeSettings, importCourses } from '../support/test-directory.ts';
import { TestSystem } from '../support/test-system.ts';

const FORMAT = 'NH-[0][0][0][0]';
const PATH = '/console/settings';

/** The answer to the question that comes before a new time zone, or a format that stored codes do not match. */
const CONFIRMED = { 'form-confirmed': '1' };
/** The form as it is shown to a new institution. */
const DEFAULTS = {
  time_tracking_timezone: '',
  user_code_format: '',
  example: '',
  default_lesson_unit_name: 'Unit',
  default_lesson_unit_minutes: '45',
  time_tracking_enabled: '1',
  scheduling_enabled: '1',
};

let system: TestSystem;
let ada: TestAdministrator;
let visitor: Visitor;
beforeEach(async () => {
  system = await TestSystem.start();
  ada = await newAdministrator(system);
  visitor = await signedIn(system, ada);
});

const stored = async () =>
  (await ada.institution.operator(InstitutionService.method.getInstitution, {})).institution?.settings;
const attributesOf = ({ text }: Answer, name: string) => new RegExp(`<input [^>]*name="${name}"[^>]*>`).exec(text)?.[0];
const trial = async (fields: Record<string, string>) => {
  const { text } = await visitor.get(`${PATH}?${new URLSearchParams({ 'form-key': 'x', ...fields })}`);
  return words(/<span id="trial".*?<\/p>/.exec(text)?.[0] ?? '').trim();
};

describe('the form', () => {
  it('shows the settings in effect, and saves all of them', async () => {
    const page = await visitor.get(PATH);
    expect(attributesOf(page, 'default_lesson_unit_name')).toContain('value="Unit"');
    expect(attributesOf(page, 'time_tracking_enabled')).toContain('checked');
    expect(attributesOf(page, 'reject_room_conflicts')).not.toContain('checked');

    const answer = await visitor.submit(PATH, {
      ...CONFIRMED,
      time_tracking_timezone: 'Europe/Oslo',
      user_code_format: FORMAT,
      default_lesson_unit_name: 'Lesson',
      default_lesson_unit_minutes: '52.5',
      scheduling_enabled: '1',
      reject_room_conflicts: '1',
    });
    expect(answer.headers.get('location')).toBe(PATH);
    const followed = await visitor.follow(answer);
    expect(followed.text).toContain('role="status">The settings were saved.');
    expect(followed.text).toContain('Europe/Oslo · <time datetime="2026-10-05T10:00:00.000+02:00">10:00');
    expect(attributesOf(followed, 'default_lesson_unit_minutes')).toContain('value="52.5"');
    expect(await stored()).toMatchObject({
      timeTrackingTimezone: 'Europe/Oslo',
      userCodeFormat: FORMAT,
      defaultLessonUnit: { name: 'Lesson', minutes: 52.5 },
      timeTrackingEnabled: false,
      schedulingEnabled: true,
      rejectRoomConflicts: true,
    });
  });

  it('changes what was changed and nothing else, and an empty text means the default', async () => {
    const change = { timeTrackingTimezone: 'Asia/Tokyo', userCodeFormat: FORMAT, defaultLessonUnitName: 'Lesson' };
    await changeSettings(ada.institution, change);
    const fields = { ...DEFAULTS, ...CONFIRMED, default_lesson_unit_name: '', scheduling_enabled: '' };
    expect(await visitor.submit(PATH, fields)).toMatchObject({ status: 303 });
    expect(await stored()).toMatchObject({
      defaultLessonUnit: { name: 'Unit', minutes: 45 },
      schedulingEnabled: false,
    });
    expect((await stored())?.timeTrackingTimezone).toBeUndefined();
    expect((await stored())?.userCodeFormat).toBeUndefined();
    const { text } = await visitor.get('/console/audit?kind=institution&who=administrator');
    const [, entry = ''] = text.split('<b>changed the settings</b>');
    expect([...entry.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, name]) => name)).toEqual([
      'Time zone',
      'Scheduling',
      'Code format',
      'Lesson unit',
    ]);
  });

  it('says who has changed each setting last', async () => {
    const change = { rejectRoomConflicts: true, defaultLessonUnitMinutes: 50 };
    await changeSettings(ada.institution, change);
    await visitor.submit(PATH, { ...DEFAULTS, reject_room_conflicts: '1', default_lesson_unit_minutes: '60' });
    const { text } = await visitor.get(PATH);
    const helpOf = (name: string) => words(new RegExp(`id="${name}-help">.*?</p>`).exec(text)?.[0] ?? '');
    expect(helpOf('reject_room_conflicts')).toContain('Last changed by the operator (tester), 5 Oct 2026');
    expect(helpOf('default_lesson_unit_minutes')).toContain('Last changed by Ada Lindqvist, 5 Oct 2026');
    expect(helpOf('user_code_format')).not.toContain('Last changed');
  });
});

describe('what is typed', () => {
  it('is tried on an example and on the stored codes, and kept', async () => {
    for (const code of ['NH-0001', 'NH-0002', 'X']) {
      const email = `${code}-${ada.userId}@example.org`;
      await ada.institution.client.post('/users', { email, name: 'Somebody', code });
    }
    const others = '1 of 3 stored codes do not match; they stay as they are until they are changed.';
    expect(await trial({ user_code_format: FORMAT, example: 'NH-0042' })).toBe(`The example matches. ${others}`);
    expect(await trial({ user_code_format: FORMAT, example: 'NH-42' })).toBe(`The example does not match. ${others}`);
    expect(await trial({ user_code_format: FORMAT, example: '' })).toBe(others);
    expect(await trial({ user_code_format: 'NH-[0][0]' })).toBe(
      'Not a valid format: it has fewer than four bracket tokens.',
    );
    expect(await trial({ user_code_format: 'NH' })).toBe('Not a valid format: it has no bracket token such as [0].');
    expect(await trial({ user_code_format: '' })).toBe('Any code is accepted.');
    expect((await stored())?.userCodeFormat).toBeUndefined();

    const query = new URLSearchParams({
      ...DEFAULTS,
      'form-key': 'x',
      user_code_format: FORMAT,
      scheduling_enabled: '',
    });
    const page = await visitor.get(`${PATH}?${query}`);
    expect(attributesOf(page, 'user_code_format')).toContain(`value="${FORMAT}"`);
    expect(attributesOf(page, 'scheduling_enabled')).not.toContain('checked');
    const saved = await visitor.submit(`${PATH}?${query}`, { ...DEFAULTS, ...CONFIRMED, user_code_format: FORMAT });
    expect(saved.headers.get('location')).toBe(PATH);
    expect((await stored())?.userCodeFormat).toBe(FORMAT);
    const { text } = await visitor.get(PATH);
    expect(text).toContain('name="example" aria-describedby="example-help" value="NH-1234"');
  });

  it('shows the local time of a zone', async () => {
    const at = async (zone: string) => {
      const { text } = await visitor.get(
        `${PATH}?${new URLSearchParams({ 'form-key': 'x', time_tracking_timezone: zone })}`,
      );
      return words(/<span id="local-time".*?<\/span>/.exec(text)?.[0] ?? '').trim();
    };
    expect(await at('Asia/Kolkata')).toBe('Local time there: 13:30, Monday 5 Oct .');
    expect(await at('')).toBe('Local time there: 08:00, Monday 5 Oct .');
    expect(await at('Mars/Olympus')).toBe('There is no such time zone.');
  });
});

describe('before it saves', () => {
  it('asks for a new time zone, with how many are clocked in', async () => {
    const { client } = ada.institution;
    const fields = { ...DEFAULTS, time_tracking_timezone: 'Asia/Tokyo' };
    const asked = await visitor.submit(PATH, fields);
    expect([asked.status, words(asked.text)]).toEqual([200, expect.stringContaining('Nobody is clocked in.')]);
    for (const name of ['One', 'Two']) {
      await client.post('/users', { name, email: `${name}@clocked.example`, code: name });
      expect((await client.post('/time-tracking/sessions/start', { code: name })).status).toBe(201);
    }
    const again = await visitor.submit(PATH, fields);
    expect(words(again.text)).toMatch(/From now on, days, weeks and months will begin and end in Asia\/Tokyo/);
    expect(words(again.text)).toMatch(/2 people are clocked in\. .*closed at the end of the day in Asia\/Tokyo/);
    expect((await stored())?.timeTrackingTimezone).toBeUndefined();
    const saved = await visitor.post(PATH, hiddenIn(again));
    expect([saved.status, (await stored())?.timeTrackingTimezone]).toEqual([303, 'Asia/Tokyo']);
  });

  it('asks for a code format that stored codes do not match, and for no other', async () => {
    const { client } = ada.institution;
    await client.post('/users', { name: 'One', email: 'one@codes.example', code: 'OLD-1234' });
    const asked = await visitor.submit(PATH, { ...DEFAULTS, user_code_format: FORMAT });
    expect([asked.status, words(asked.text)]).toEqual([
      200,
      expect.stringContaining('1 of 1 stored codes do not match the new code format.'),
    ]);
    expect((await stored())?.userCodeFormat).toBeUndefined();
    const fits = await visitor.submit(PATH, { ...DEFAULTS, user_code_format: 'OLD-[0][0][0][0]' });
    expect(fits.status).toBe(303);
    expect((await visitor.submit(PATH, { ...DEFAULTS, default_lesson_unit_name: 'Lesson' })).status).toBe(303);
  });

  it('asks before time tracking is switched off, with how many are clocked in and what is refused', async () => {
    const { client } = ada.institution;
    const off = { ...DEFAULTS, time_tracking_enabled: '' };
    expect(words((await visitor.submit(PATH, off)).text)).toContain('Nobody is clocked in.');
    await client.post('/users', { name: 'One', email: 'one@off.example', code: 'One' });
    await client.post('/time-tracking/sessions/start', { code: 'One' });
    const asked = await visitor.submit(PATH, off);
    expect([asked.status, words(asked.text)]).toEqual([
      200,
      expect.stringMatching(/1 person is clocked in\. .*terminals are refused.*open sessions stay open/),
    ]);
    expect((await stored())?.timeTrackingEnabled).toBe(true);
    expect((await visitor.post(PATH, hiddenIn(asked))).status).toBe(303);
    expect((await stored())?.timeTrackingEnabled).toBe(false);
    expect((await client.post('/time-tracking/sessions/stop', { code: 'One' })).status).toBe(403);
    const on = await visitor.submit(PATH, DEFAULTS);
    expect([on.status, (await stored())?.timeTrackingEnabled]).toEqual([303, true]);
  });

  it('asks before scheduling is switched off, with how many appointments are ahead', async () => {
    const none = await visitor.submit(PATH, { ...DEFAULTS, scheduling_enabled: '' });
    expect(words(none.text)).toContain('No appointments are ahead.');
    const [course] = await importCourses(ada.institution, [{ name: 'Maths' }]);
    for (const dateTime of ['2026-10-04T08:00:00Z', '2026-10-06T08:00:00Z', '2026-10-07T08:00:00Z']) {
      const lecture = { title: 'L', dateTime, duration: 60 };
      expect((await ada.institution.client.post(`/courses/${course?.id}/appointments`, lecture)).status).toBe(201);
    }
    const asked = await visitor.submit(PATH, { ...DEFAULTS, scheduling_enabled: '' });
    expect([asked.status, (await stored())?.schedulingEnabled]).toEqual([200, true]);
    expect(words(asked.text)).toMatch(
      / 2 appointments are ahead\. .*can no longer create appointments(?!.*clocked in)/,
    );
    expect((await visitor.post(PATH, hiddenIn(asked))).status).toBe(303);
    expect((await stored())?.schedulingEnabled).toBe(false);
  });
});

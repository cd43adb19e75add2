import { beforeAll, describe, expect, it } from 'vitest';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import { importRecords } from '../../support/import-records.ts';
import { refusal } from '../../support/test-messages.ts';
import { type TestInstitution, TestSystem } from '../../support/test-system.ts';
import { must } from '../../time-tracking/member.ts';

const system = await TestSystem.start();
let school: TestInstitution;
const days = [
  { ref: 'new-year', name: 'New Year', from: '2027-01-01', kind: 'holiday' },
  { ref: 'christmas', name: 'Christmas', from: '2026-12-24', to: '2026-12-26', kind: 'holiday' },
  { ref: 'break', name: 'Winter break', from: '2026-12-24', to: '2027-01-06', kind: 'closed' },
  { ref: 'long', name: 'Renovation', from: '2026-01-10', to: '2027-01-11', kind: 'closed' },
];
beforeAll(async () => {
  school = await system.newInstitution();
  await importRecords(school.operator, 'calendarDays', days);
});

const nameOf = (day: object) => (day as { readonly name: string }).name;
const list = (query: Record<string, string> = {}) => school.client.get('/calendar-days', { query });
const names = async (query: Record<string, string>) => must(200, await list(query)).body.data.map(nameOf);

describe('GET /calendar-days', () => {
  it('200: in the order of from and id, all fields of each', async () => {
    const { body } = must(200, await list());
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const shown = (ref: string) => {
      const { ref: _, to, ...day } = days.find((each) => each.ref === ref) ?? { ref, from: '' };
      return { id: expect.any(String), ...day, to: to ?? day.from, createdAt: at, updatedAt: at };
    };
    expect(body.data).toEqual(
      ['long', 'christmas', 'break', 'new-year'].map(shown).map((day) => expect.objectContaining(day)),
    );
    expect(Object.keys(body.data[0])).toEqual(['id', 'name', 'from', 'to', 'kind', 'createdAt', 'updatedAt']);
    const [, christmas, winter] = body.data;
    expect(christmas.id < winter.id).toBe(true);
  });

  it.each(['1', '2', '3', '4'])('200: walked with limit=%s, none missing, none twice', async (size) => {
    const walked = await school.client.walk('/calendar-days', { limit: size });
    expect(walked.map(nameOf)).toEqual(['Renovation', 'Christmas', 'Winter break', 'New Year']);
    const some = await school.client.walk('/calendar-days', { limit: size, from: '2026-12-27', kind: 'closed' });
    expect(some.map(nameOf)).toEqual(['Renovation', 'Winter break']);
  });

  it.each([
    [{ from: '2026-12-26', to: '2026-12-27' }, ['Renovation', 'Christmas', 'Winter break']],
    [{ from: '2026-12-27', to: '2027-01-01' }, ['Renovation', 'Winter break']],
    [{ from: '2027-01-01', to: '2027-01-02' }, ['Renovation', 'Winter break', 'New Year']],
    [{ from: '2027-01-11' }, ['Renovation']],
    [{ from: '2027-01-12' }, []],
    [{ to: '2026-12-24' }, ['Renovation']],
    [{ to: '2026-01-10' }, []],
    [{ kind: 'holiday' }, ['Christmas', 'New Year']],
    [{ from: '2027-01-02', to: '2027-01-01' }, ['Renovation', 'Winter break']],
  ])('200: with %j those that touch the period', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it('200: none of another institution', async () => {
    const other = await system.newInstitution();
    expect(must(200, await other.client.get('/calendar-days')).body.data).toEqual([]);
  });

  it.each([{ from: '2026-13-01' }, { to: '24.12.2026' }, { kind: 'vacation' }])('400: %j', async (query) => {
    const answer = await list(query);
    expect(refusal(answer)).toBe('400 bad_request');
    expect(answer.body.errors).toEqual([expect.objectContaining({ field: Object.keys(query)[0] })]);
  });

  it('403: without the area, and with time tracking switched off', async () => {
    const own = await system.newInstitution();
    const change = { timeTrackingEnabled: false };
    await own.operator(InstitutionService.method.setInstitutionSettings, { change });
    expect(refusal(await own.client.get('/calendar-days'))).toBe('403 forbidden');
  });
});

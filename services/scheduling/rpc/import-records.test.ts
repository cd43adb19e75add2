import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/support/calls/start-test-service.ts';
import { changesOf, importRecords } from '../../../test/support/import-records.ts';
import { School } from '../../../test/support/scheduling/school.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';

let service: TestService;
let school: School;
let other: School;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  other = await School.open(service);
});
beforeEach(async () => {
  school = await School.open(service);
});
afterAll(() => service.stop());

describe('appointment types', () => {
  const send = (...records: { ref: string; name: string; color?: string | null }[]) =>
    importRecords(school.operator, 'appointmentTypes', records);

  it('are created, renamed, or unchanged, and appointments show their names', async () => {
    const first = await send({ ref: 'exam', name: 'Exam', color: '#1c4e80' }, { ref: 'lab', name: 'Lab' });
    expect(changesOf(first)).toEqual({ 'appointmentTypes/exam': 'created', 'appointmentTypes/lab': 'created' });
    const id = first[0]?.id ?? '';
    const created = await school.create({ appointmentTypeId: id.toUpperCase() });
    expect(created.appointmentType).toMatchObject({ id, name: 'Exam', color: '#1c4e80' });
    expect(changesOf(await send({ ref: 'lab', name: 'Lab' }, { ref: 'exam', name: 'Test', color: null }))).toEqual({
      'appointmentTypes/exam': 'updated',
    });
    const now = await school.get(created.id);
    expect(now.appointmentType).toEqual({ $typeName: 'lyceum.scheduling.v1.AppointmentType', id, name: 'Test' });
    expect(now.revision).toBe(created.revision);
    await expect(other.create({ appointmentTypeId: id })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });
});

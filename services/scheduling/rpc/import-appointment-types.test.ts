import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../dev/testing/start-test-service.ts';
import { type ImportedRecord, ImportOutcome } from '../../../proto/gen/lyceum/common/v1/import_pb.ts';
import { ImportService } from '../../../proto/gen/lyceum/scheduling/v1/import_pb.ts';
import { directory } from '../../directory/service.ts';
import { locations } from '../../locations/service.ts';
import { scheduling } from '../service.ts';
import { School } from '../testing/school.ts';

let service: TestService;
let school: School;
let other: School;
const { CREATED, UPDATED, UNCHANGED } = ImportOutcome;

beforeAll(async () => {
  service = await startTestService(scheduling, { peers: [directory, locations] });
  other = await School.open(service);
});
beforeEach(async () => {
  school = await School.open(service);
});
afterAll(() => service.stop());

const outcomes = (records: readonly ImportedRecord[]) => records.map(({ ref, outcome }) => [ref, outcome]);

describe('appointment types', () => {
  const send = (...records: { ref: string; name: string; color?: string }[]) =>
    school.operator(ImportService.method.importAppointmentTypes, { records }).then((answer) => answer.records);

  it('are created, renamed, or unchanged, and appointments show their names', async () => {
    const first = await send({ ref: 'exam', name: 'Exam', color: '#1c4e80' }, { ref: 'lab', name: 'Lab' });
    expect(outcomes(first)).toEqual([
      ['exam', CREATED],
      ['lab', CREATED],
    ]);
    const id = first[0]?.id ?? '';
    const created = await school.create({ appointmentTypeId: id.toUpperCase() });
    expect(created.appointmentType).toMatchObject({ id, name: 'Exam', color: '#1c4e80' });
    expect(outcomes(await send({ ref: 'lab', name: 'Lab' }, { ref: 'exam', name: 'Test' }))).toEqual([
      ['lab', UNCHANGED],
      ['exam', UPDATED],
    ]);
    const now = await school.get(created.id);
    expect(now.appointmentType).toEqual({ $typeName: 'lyceum.scheduling.v1.AppointmentType', id, name: 'Test' });
    expect(now.revision).toBe(created.revision);
    await expect(other.create({ appointmentTypeId: id })).rejects.toMatchObject({ code: 'REQUEST_INVALID' });
  });

  it('are imported only by operators', async () => {
    const called = school.call(ImportService.method.importAppointmentTypes, {
      records: [{ ref: 'exam', name: 'Exam' }],
    });
    await expect(called).rejects.toMatchObject({ code: 'CALLER_FORBIDDEN' });
  });

  it('have their own refs', async () => {
    const refused = send({ ref: 'exam', name: 'Exam' }, { ref: 'exam', name: 'Test' });
    await expect(refused).rejects.toMatchObject({
      code: 'REQUEST_INVALID',
      violations: [{ pointer: '/records/1/ref' }],
    });
  });
});

import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { FindingService } from '../../../proto/gen/lyceum/timetracking/v1/finding_pb.ts';
import { Member, must } from '../../time-tracking/member.ts';
import { NOWHERE } from '../directory/institution.ts';
import { importRecords } from '../import-records.ts';
import { changeSettings } from '../test-directory.ts';
import type { TestInstitution, TestSystem } from '../test-system.ts';

/** Judges an institution, and adds somebody who has worked a Sunday without a break: three findings. */
export async function addFindings(institution: TestInstitution): Promise<void> {
  await changeSettings(institution, { workingTimeRules: workingTimeRules.from('de-arbzg') });
  const worker = await Member.create(institution.client);
  must(201, await worker.log('2026-10-04T04:00:00Z', '2026-10-04T11:00:00Z'));
}

/** Makes the fifth of October a holiday, and acknowledges whoever has worked on it. @returns how many did */
export async function acknowledgeHolidayWork(
  system: TestSystem,
  { id: institutionId, operator, ...institution }: TestInstitution,
  reason: string,
): Promise<number> {
  await changeSettings(
    { ...institution, id: institutionId, operator },
    { workingTimeRules: workingTimeRules.from('de-arbzg') },
  );
  const day = { ref: 'fair', name: 'Fair', from: '2026-10-05', kind: 'holiday' };
  await importRecords(operator, 'calendarDays', [day]);
  const call = system.call({
    kind: 'administrator',
    institutionId,
    userId: NOWHERE,
    name: 'Ada',
    sessionId: NOWHERE,
    roles: ['people'],
  });
  const asked = { from: '2026-10-05', to: '2026-10-06', page: { size: 100 } };
  const { findings } = await call(FindingService.method.listFindings, asked);
  const seen = findings.map(({ id, revision }) => ({ id, revision }));
  return (await call(FindingService.method.acknowledgeFindings, { findings: seen, reason })).acknowledged;
}

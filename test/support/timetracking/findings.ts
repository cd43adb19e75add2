import { workingTimeRules } from '../../../platform/core/working-time-rules.ts';
import { Member, must } from '../../time-tracking/member.ts';
import { changeSettings } from '../test-directory.ts';
import type { TestInstitution } from '../test-system.ts';

/** Judges an institution, and adds somebody who has worked a Sunday without a break: three findings. */
export async function addFindings(institution: TestInstitution): Promise<void> {
  await changeSettings(institution, { workingTimeRules: workingTimeRules.from('de-arbzg') });
  const worker = await Member.create(institution.client);
  must(201, await worker.log('2026-10-04T04:00:00Z', '2026-10-04T11:00:00Z'));
}

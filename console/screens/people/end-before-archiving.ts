import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { InstitutionService } from '../../../proto/gen/lyceum/directory/v1/institution_pb.ts';
import type { User } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { RecordService } from '../../../proto/gen/lyceum/timetracking/v1/records_pb.ts';
import type { Confirmation } from '../../components/confirmation.ts';
import { html } from '../../components/html.ts';
import { localTime } from '../../components/time.ts';
import type { Sent, SessionVisit } from '../../route/screen.ts';
import { endFields, readEnd } from '../time-records/end-field.ts';
import { withFaultsBeside } from '../time-records/record-fields.ts';
import { clockings } from './clockings.ts';

/** What archiving somebody means for the open session, and when it shall end. */
export async function askForEnd(
  { call, callIfAvailable, values, present }: SessionVisit & Sent,
  user: User,
): Promise<Pick<Confirmation, 'consequences' | 'fields'>> {
  const clocked = await clockings(callIfAvailable, [user]);
  if (!clocked) return { consequences: ['We can’t tell right now whether the person is clocked in.'] };
  const open = clocked.get(user.id);
  if (!open) return { consequences: [] };
  const since = html`Clocked in since ${localTime(open.startTime, present)}.`;
  if (!(await isTrackingTime(call)))
    return { consequences: [html`${since} Time tracking is off, so the session stays open.`] };
  return {
    consequences: [html`${since} The session ends at the time below.`],
    fields: endFields(open, values, present),
  };
}

/**
 * Ends the open session of somebody who is archived next, at the time that was given. One that has ended meanwhile is
 * left alone.
 */
export async function endBeforeArchiving(visit: SessionVisit & Sent, user: User): Promise<void> {
  const { call, callIfAvailable, send, values, present } = visit;
  const open = (await clockings(callIfAvailable, [user]))?.get(user.id);
  if (!open || !(await isTrackingTime(call))) return;
  const ended = { id: open.id, precondition: { any: true }, at: readEnd(values, present) };
  try {
    await withFaultsBeside(present, [], () => send(RecordService.method.endSession, ended));
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'SESSION_NOT_OPEN')) throw error;
  }
}

async function isTrackingTime(call: SessionVisit['call']): Promise<boolean> {
  const { institution } = await call(InstitutionService.method.getInstitution, {});
  return institution?.settings?.timeTrackingEnabled === true;
}

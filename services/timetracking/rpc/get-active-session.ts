import { query } from '../../../platform/handler/query.ts';
import { SessionService } from '../../../proto/gen/lyceum/timetracking/v1/session_pb.ts';
import { getMember } from '../members/admit-member.ts';
import { findOpen } from '../store/time-records.ts';
import { timeRecordMessage } from './time-record-message.ts';

/**
 * GET /time-tracking/sessions/active: also returns a session of an earlier day; a read never closes anything (decisions
 * 10.5).
 */
export const getActiveSession = query(
  SessionService.method.getActiveSession,
  async (db, { member }, { actor, call }) => {
    const { userId } = await getMember(member, call);
    const open = await findOpen(db, actor, userId);
    return open ? { session: timeRecordMessage(open) } : {};
  },
);

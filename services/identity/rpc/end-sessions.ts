import { command } from '../../../platform/handler/command.ts';
import { SessionService } from '../../../proto/gen/lyceum/identity/v1/administrator_pb.ts';
import { refuse } from '../domain/refusals.ts';
import { administratorOf } from '../sign-in/administrator-of.ts';
import { deleteSession, deleteSessions } from '../store/sessions.ts';

/** Ends one of the caller's sessions, or all: this one, too. */
export const endSessions = command(SessionService.method.endSessions, {
  async run(tx, { id }, { actor }) {
    const owner = administratorOf(actor);
    if (id === undefined) deleteSessions(tx, owner);
    else if (!(await deleteSession(tx, owner, id))) refuse('ADMINISTRATOR_SESSION_NOT_FOUND');
    return { response: {} };
  },
});

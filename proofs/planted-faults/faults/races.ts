import type { Fault } from '../fault.ts';

/** What only requests at the same moment meet. */
export const races: readonly Fault[] = [
  {
    name: 'A punch is written although another one has changed what it was decided on',
    file: 'services/timetracking/store/time-records.ts',
    find: '  tx.write(EXPECT, { institutionId: actor.institutionId, userId, revision: last?.revision ?? null });\n',
    replace: '',
  },
  {
    name: 'A refusal comes before the answer that its key has got meanwhile',
    file: 'platform/handler/command.ts',
    find: '(isClaimFailure(error) || error instanceof Refusal)',
    replace: 'isClaimFailure(error)',
  },
  {
    name: 'Rooms are looked at before others have finished booking them',
    file: 'services/scheduling/appointments/secure-rooms.ts',
    find: 'lockRooms(tx, actor, roomsOf(changes));',
    replace: 'lockRooms(tx, actor, roomsOf({ ...changes, released: [], taken: [] }));',
  },
  {
    name: 'Of two who book a room at once, neither is told of the other',
    file: 'services/scheduling/store/room-bookings.ts',
    find: 'if (!seen || isExclusive || seen.length === MAX_OVERLAPS) return;',
    replace: 'if (taken) return;',
  },
  {
    name: 'Two who use a one-time link at the same moment are both signed in',
    file: 'services/identity/rpc/sign-in-with-link.ts',
    find: '      findSignInLink(tx, hashSecret(code)),\n',
    replace: '      Promise.resolve(prepared),\n',
  },
  {
    name: 'Whoever is about to be archived counts as one who can sign in',
    file: 'services/identity/store/archivings.ts',
    find: 'SELECT FROM archivings g WHERE g.institution_id',
    replace: 'SELECT FROM archivings g WHERE false AND g.institution_id',
  },
];

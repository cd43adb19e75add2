import { fromBinary } from '@bufbuild/protobuf';
import { consume } from '../../../platform/handler/consume.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { noteArchived } from '../store/archived-users.ts';
import { forgetChoice } from '../store/problem-mails.ts';
import { deleteSessions } from '../store/sessions.ts';
import { deleteSignInLinks } from '../store/sign-in-links.ts';

/**
 * Whoever directory archives can no longer sign in and gets no email, and all sessions and links end: what the event
 * says is enough, so this waits for nobody.
 */
export const archiving = consume('archiving', [UserUpdatedSchema.typeName], {
  async run(tx, envelopes) {
    for (const { aggregateId: id, institutionId, payload } of envelopes) {
      const { isArchived } = fromBinary(UserUpdatedSchema, payload);
      if (isArchived === undefined) continue;
      noteArchived(tx, { institutionId, id }, isArchived);
      if (!isArchived) continue;
      deleteSessions(tx, { institutionId, userId: id });
      deleteSignInLinks(tx, { institutionId, userId: id });
      forgetChoice(tx, { institutionId, userId: id });
    }
    return [];
  },
});

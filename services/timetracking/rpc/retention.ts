import { present } from '../../../platform/core/present.ts';
import { query } from '../../../platform/handler/query.ts';
import { RetentionService } from '../../../proto/gen/lyceum/timetracking/v1/retention_pb.ts';
import { countOld, findClockedIn as find, hasOld } from '../store/old-records.ts';

/** How many time records would go, or lose their notes. */
export const countOldRecords = query(
  RetentionService.method.countOldRecords,
  async (db, { notesBefore = null, hoursBefore = null, exceptUserIds: spared }, { actor: { institutionId } }) =>
    countOld(db, { institutionId, spared }, { notesBefore, hoursBefore }),
);

/** Whether any would. */
export const findOldRecords = query(RetentionService.method.findOldRecords, async (db, { institutionId, old }) => {
  const { notesBefore = null, hoursBefore = null, exceptUserIds: spared } = present(old, 'old');
  const [hasNotes, hasHours] = await Promise.all([
    hasOld(db, { institutionId, spared }, { kind: 'notes', before: notesBefore }),
    hasOld(db, { institutionId, spared }, { kind: 'hours', before: hoursBefore }),
  ]);
  return { hasNotes, hasHours };
});

/** Who of some members cannot be erased. */
export const findClockedIn = query(RetentionService.method.findClockedIn, async (db, { institutionId, userIds }) => ({
  userIds: await find(db, institutionId, userIds),
}));

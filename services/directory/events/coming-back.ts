import { fromBinary } from '@bufbuild/protobuf';
import { consume } from '../../../platform/handler/consume.ts';
import { UserUpdatedSchema } from '../../../proto/gen/lyceum/directory/v1/events_pb.ts';
import { endPlan } from '../store/erasures.ts';

/** A person who comes back, in whatever way, is not erased: the plan ends. */
export const comingBack = consume('coming_back', [UserUpdatedSchema.typeName], {
  async run(tx, envelopes) {
    for (const { aggregateId: userId, institutionId, occurredAt: at, payload } of envelopes)
      if (fromBinary(UserUpdatedSchema, payload).isArchived === false)
        endPlan(tx, { institutionId, userId, at, endedBy: 'active' });
    return [];
  },
});

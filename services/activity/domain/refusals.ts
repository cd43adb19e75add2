import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/activity/v1/refusal_pb.ts';

/** The refusals of activity, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

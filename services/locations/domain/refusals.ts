import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/locations/v1/refusal_pb.ts';

/** What locations refuses with, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Refuses the request: throws. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

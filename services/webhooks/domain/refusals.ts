import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/webhooks/v1/refusal_pb.ts';

/** What webhooks refuses with, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Refuses the request: throws. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

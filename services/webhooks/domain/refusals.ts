import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/webhooks/v1/refusal_pb.ts';

/** The refusals of webhooks, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

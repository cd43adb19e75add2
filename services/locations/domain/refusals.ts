import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/locations/v1/refusal_pb.ts';

/** The refusals of locations, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/curricula/v1/refusal_pb.ts';

/** The refusals of curricula, by code. */
export const refusals = refusalsOf<typeof RefusalCode>(RefusalCodeSchema);

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

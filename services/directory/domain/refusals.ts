import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/directory/v1/refusal_pb.ts';
import {
  type RefusalCode as IdentityCode,
  RefusalCodeSchema as IdentityCodeSchema,
} from '../../../proto/gen/lyceum/identity/v1/refusal_pb.ts';

/** The refusals of directory, by code: its own, and those of identity that it passes on. */
export const refusals = {
  ...refusalsOf<typeof IdentityCode>(IdentityCodeSchema),
  ...refusalsOf<typeof RefusalCode>(RefusalCodeSchema),
};

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

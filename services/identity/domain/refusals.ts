import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import {
  type RefusalCode as DirectoryCode,
  RefusalCodeSchema as DirectoryCodeSchema,
} from '../../../proto/gen/lyceum/directory/v1/refusal_pb.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/identity/v1/refusal_pb.ts';

/** The refusals of identity, by code: its own, and those of directory that it passes on. */
export const refusals = {
  ...refusalsOf<typeof DirectoryCode>(DirectoryCodeSchema),
  ...refusalsOf<typeof RefusalCode>(RefusalCodeSchema),
};

/** Throws the refusal. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

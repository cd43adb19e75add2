import { type Refuse, refusalsOf, refuseWith } from '../../../platform/core/errors/refusals-of.ts';
import {
  type RefusalCode as DirectoryCode,
  RefusalCodeSchema as DirectoryCodeSchema,
} from '../../../proto/gen/lyceum/directory/v1/refusal_pb.ts';
import { type RefusalCode, RefusalCodeSchema } from '../../../proto/gen/lyceum/timetracking/v1/refusal_pb.ts';

/** What timetracking refuses with, by code: its own refusals, and those of directory that it gives in its place. */
export const refusals = {
  ...refusalsOf<typeof DirectoryCode>(DirectoryCodeSchema),
  ...refusalsOf<typeof RefusalCode>(RefusalCodeSchema),
};

/** Refuses the request: throws. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

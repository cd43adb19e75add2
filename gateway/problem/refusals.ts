import type { PlatformCode } from '../../platform/core/errors/catalogue.ts';
import { type Refuse, refusalsOf, refuseWith } from '../../platform/core/errors/refusals-of.ts';
import {
  type RefusalCode as ActivityCode,
  RefusalCodeSchema as activityCodes,
} from '../../proto/gen/lyceum/activity/v1/refusal_pb.ts';
import {
  type RefusalCode as CurriculaCode,
  RefusalCodeSchema as curriculaCodes,
} from '../../proto/gen/lyceum/curricula/v1/refusal_pb.ts';
import {
  type RefusalCode as DirectoryCode,
  RefusalCodeSchema as directoryCodes,
} from '../../proto/gen/lyceum/directory/v1/refusal_pb.ts';
import {
  type RefusalCode as IdentityCode,
  RefusalCodeSchema as identityCodes,
} from '../../proto/gen/lyceum/identity/v1/refusal_pb.ts';
import {
  type RefusalCode as LocationsCode,
  RefusalCodeSchema as locationsCodes,
} from '../../proto/gen/lyceum/locations/v1/refusal_pb.ts';
import {
  type RefusalCode as SchedulingCode,
  RefusalCodeSchema as schedulingCodes,
} from '../../proto/gen/lyceum/scheduling/v1/refusal_pb.ts';
import {
  type RefusalCode as TimetrackingCode,
  RefusalCodeSchema as timetrackingCodes,
} from '../../proto/gen/lyceum/timetracking/v1/refusal_pb.ts';
import {
  type RefusalCode as WebhooksCode,
  RefusalCodeSchema as webhooksCodes,
} from '../../proto/gen/lyceum/webhooks/v1/refusal_pb.ts';

/** The refusals of the services, by code, from their contracts. */
export const refusals = {
  ...refusalsOf<typeof ActivityCode>(activityCodes),
  ...refusalsOf<typeof CurriculaCode>(curriculaCodes),
  ...refusalsOf<typeof DirectoryCode>(directoryCodes),
  ...refusalsOf<typeof IdentityCode>(identityCodes),
  ...refusalsOf<typeof LocationsCode>(locationsCodes),
  ...refusalsOf<typeof SchedulingCode>(schedulingCodes),
  ...refusalsOf<typeof TimetrackingCode>(timetrackingCodes),
  ...refusalsOf<typeof WebhooksCode>(webhooksCodes),
};

/** Every refusal code that a call of the gateway can return. */
export type RefusalCode = PlatformCode | keyof typeof refusals;

/** Throws a service's refusal in the gateway. */
export const refuse: Refuse<typeof refusals> = refuseWith(refusals);

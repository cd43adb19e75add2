import { changesOf } from '../../../platform/core/changes-of.ts';
import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import {
  type CreateEndpointRequest,
  EndpointSchema,
  type UpdateEndpointRequest,
} from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { DisabledReason } from './endpoint-health.ts';
import { endpointUrlFault } from './endpoint-url.ts';
import { feedTypes } from './event-types.ts';

/** An endpoint as it is stored. Instants are text. */
export interface EndpointState {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Empty: all. */
  readonly types: readonly string[];
  readonly isEnabled: boolean;
  readonly disabledReason: DisabledReason | null;
  readonly revision: string;
  readonly createdAt: string;
  readonly updatedAt: string;
}

interface Input {
  readonly revision: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether endpoints may be at `http:`; never in production. */
  readonly allowsHttp: boolean;
}

/** A new endpoint. Refuses a URL or a type that is none with REQUEST_INVALID. */
export function createEndpoint(
  request: CreateEndpointRequest,
  { id, ...input }: Input & { id: string },
): EndpointState {
  refuseFaults(request.url, request.types, input);
  const createdAt = toInstantText(input.now);
  return {
    id,
    url: request.url,
    description: request.description ?? null,
    types: request.types,
    isEnabled: request.isEnabled ?? true,
    disabledReason: null,
    revision: input.revision,
    createdAt,
    updatedAt: createdAt,
  };
}

/** Applies a PATCH; one that changes nothing returns the endpoint itself. Refuses what {@link createEndpoint} does, of what is given. */
export function changeEndpoint(endpoint: EndpointState, request: UpdateEndpointRequest, input: Input): EndpointState {
  refuseFaults(request.url, request.types?.names, input);
  const isEnabled = request.isEnabled ?? endpoint.isEnabled;
  const next: EndpointState = {
    ...endpoint,
    url: request.url ?? endpoint.url,
    description: request.clear.includes('description') ? null : (request.description ?? endpoint.description),
    types: request.types?.names ?? endpoint.types,
    isEnabled,
    disabledReason: isEnabled ? null : endpoint.disabledReason,
  };
  if (endpointChanges(endpoint, next).length === 0) return endpoint;
  return { ...next, revision: input.revision, updatedAt: toInstantText(input.now) };
}

/** An endpoint that the platform disables. */
export function disableEndpoint(
  endpoint: EndpointState,
  disabledReason: DisabledReason,
  { revision, now }: Omit<Input, 'allowsHttp'>,
): EndpointState {
  return { ...endpoint, isEnabled: false, disabledReason, revision, updatedAt: toInstantText(now) };
}

function refuseFaults(url: string | undefined, types: readonly string[] | undefined, { allowsHttp }: Input): void {
  const urlFault = url === undefined ? null : endpointUrlFault(url, allowsHttp);
  const violations = [...(urlFault ? [urlFault] : []), ...typeFaults(types ?? [])];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

function typeFaults(types: readonly string[]): Violation[] {
  return types.flatMap((type, index): Violation[] =>
    TYPES.has(type)
      ? []
      : [{ pointer: `/types/${index}`, code: 'invalid_enum', message: 'is no type of event that there is' }],
  );
}

const TYPES: ReadonlySet<string> = new Set(Object.values(feedTypes).map(({ type }) => type));
const endpointChanges = changesOf(EndpointSchema);

import { changesOf } from '../../../platform/core/changes-of.ts';
import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import { toInstantText } from '../../../platform/core/instant.ts';
import {
  type CreateEndpointRequest,
  EndpointSchema,
  type UpdateEndpointRequest,
} from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { DisabledReason } from './endpoint-health.ts';
import { endpointUrlFault, normalizedUrl, type UrlRules } from './endpoint-url.ts';
import { feedTypes } from './event-types.ts';

/** An endpoint as stored. Instants are text. */
export interface EndpointState {
  readonly id: string;
  readonly url: string;
  readonly description: string | null;
  /** Empty: all types. */
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
  readonly rules: UrlRules;
}

/** A new endpoint. Refuses an invalid URL or description, or an unknown type, with REQUEST_INVALID. */
export function createEndpoint(
  request: CreateEndpointRequest,
  { id, ...input }: Input & { id: string },
): EndpointState {
  refuseFaults(request, request.types, input);
  const createdAt = toInstantText(input.now);
  return {
    id,
    url: normalizedUrl(request.url),
    description: request.description ?? null,
    types: request.types,
    isEnabled: request.isEnabled ?? true,
    disabledReason: null,
    revision: input.revision,
    createdAt,
    updatedAt: createdAt,
  };
}

/**
 * Applies a PATCH; one that changes nothing returns the endpoint itself. Refuses the same as {@link createEndpoint}, for the fields
 * present.
 */
export function changeEndpoint(endpoint: EndpointState, request: UpdateEndpointRequest, input: Input): EndpointState {
  refuseFaults(request, request.types?.names ?? [], input);
  const isEnabled = request.isEnabled ?? endpoint.isEnabled;
  const next: EndpointState = {
    ...endpoint,
    url: request.url === undefined ? endpoint.url : normalizedUrl(request.url),
    description: request.clear.includes('description') ? null : (request.description ?? endpoint.description),
    types: request.types?.names ?? endpoint.types,
    isEnabled,
    disabledReason: isEnabled ? null : endpoint.disabledReason,
  };
  if (endpointChanges(endpoint, next).length === 0) return endpoint;
  return { ...next, revision: input.revision, updatedAt: toInstantText(input.now) };
}

/** The endpoint after the platform disables it. */
export function disableEndpoint(
  endpoint: EndpointState,
  disabledReason: DisabledReason,
  { revision, now }: Omit<Input, 'rules'>,
): EndpointState {
  return { ...endpoint, isEnabled: false, disabledReason, revision, updatedAt: toInstantText(now) };
}

function refuseFaults(
  { url, description }: Pick<UpdateEndpointRequest, 'url' | 'description'>,
  types: readonly string[],
  { rules }: Input,
): void {
  const urlFault = url === undefined ? null : endpointUrlFault(url, rules);
  const violations = [...(urlFault ? [urlFault] : []), ...descriptionFaults(description ?? ''), ...typeFaults(types)];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** A terminal that shows the text must not obey it. */
function descriptionFaults(description: string): Violation[] {
  const message = 'must have no control characters';
  return /\p{Cc}/u.test(description) ? [{ pointer: '/description', code: 'invalid_string', message }] : [];
}

function typeFaults(types: readonly string[]): Violation[] {
  return types.flatMap((type, index): Violation[] =>
    TYPES.has(type) ? [] : [{ pointer: `/types/${index}`, code: 'invalid_enum', message: 'is not a known event type' }],
  );
}

const TYPES: ReadonlySet<string> = new Set(Object.values(feedTypes).map(({ type }) => type));
const endpointChanges = changesOf(EndpointSchema);

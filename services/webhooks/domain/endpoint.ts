import { changesOf } from '../../../platform/core/changes-of.ts';
import { refuse, type Violation } from '../../../platform/core/errors/refusal.ts';
import type { Grant } from '../../../platform/core/grant.ts';
import { changedAt, toInstantText } from '../../../platform/core/instant.ts';
import { givenFields, patched, type StateOf } from '../../../platform/core/resource.ts';
import {
  type Endpoint,
  EndpointSchema,
  type UpdateEndpointRequest,
} from '../../../proto/gen/lyceum/webhooks/v1/endpoint_pb.ts';
import type { DisabledReason } from './endpoint-health.ts';
import { endpointUrlFault, normalizedUrl, type UrlRules } from './endpoint-url.ts';
import { feedTypes } from './event-types.ts';
import { areaBeyond } from './granted.ts';

/** An endpoint as stored. Instants are text. */
export interface EndpointState extends StateOf<Endpoint> {
  readonly disabledReason: DisabledReason | null;
}

interface Input {
  readonly revision: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly rules: UrlRules;
  /** Of the integration that makes or changes it: its types must lie in these areas. */
  readonly limit: Grant | null;
}

/** A new endpoint. Refuses an invalid URL or description, or an unknown type, with REQUEST_INVALID. */
export function createEndpoint(
  endpoint: Endpoint | undefined,
  { id, ...input }: Input & { id: string },
): EndpointState {
  const given = givenFields(EndpointSchema, endpoint);
  refuseFaults(given, input);
  const createdAt = toInstantText(input.now);
  return {
    ...given,
    id,
    url: normalizedUrl(given.url),
    disabledReason: null,
    revision: input.revision,
    createdAt,
    updatedAt: createdAt,
  };
}

/**
 * Applies a PATCH; one that changes nothing returns the endpoint itself. Refuses the same as {@link createEndpoint},
 * for the fields that it sets.
 */
export function changeEndpoint(
  endpoint: EndpointState,
  request: Pick<UpdateEndpointRequest, 'endpoint' | 'updateMask'>,
  input: Input,
): EndpointState {
  const given = patched(EndpointSchema, endpoint, request.endpoint, request.updateMask);
  refuseFaults(given, input, endpoint);
  const next: EndpointState = {
    ...given,
    url: given.url === endpoint.url ? endpoint.url : normalizedUrl(given.url),
    disabledReason: given.isEnabled ? null : endpoint.disabledReason,
  };
  if (endpointChanges(endpoint, next).length === 0) return endpoint;
  return { ...next, revision: input.revision, updatedAt: changedAt(endpoint.updatedAt, input.now) };
}

/** The endpoint after the platform disables it. */
export function disableEndpoint(
  endpoint: EndpointState,
  disabledReason: DisabledReason,
  { revision, now }: Pick<Input, 'revision' | 'now'>,
): EndpointState {
  return { ...endpoint, isEnabled: false, disabledReason, revision, updatedAt: changedAt(endpoint.updatedAt, now) };
}

type Given = Pick<EndpointState, 'url' | 'description' | 'types'>;

/** @param before the endpoint whose values need no check: they are older than the rules */
function refuseFaults({ url, description, types }: Given, { rules, limit }: Input, before?: Given): void {
  const urlFault = url === before?.url ? null : endpointUrlFault(url, rules);
  const violations = [
    ...(urlFault ? [urlFault] : []),
    ...descriptionFaults(description ?? ''),
    ...(types === before?.types ? [] : typeFaults(types, limit)),
  ];
  if (violations.length > 0) refuse('REQUEST_INVALID', { violations });
}

/** A terminal that shows the text must not obey it. */
function descriptionFaults(description: string): Violation[] {
  const message = 'must have no control characters';
  return /\p{Cc}/u.test(description) ? [{ pointer: '/description', code: 'invalid_string', message }] : [];
}

function typeFaults(types: readonly string[], limit: Grant | null): Violation[] {
  if (limit && types.length === 0) return [{ pointer: '/types', code: 'required', message: NAME_TYPES }];
  return types.flatMap((type, index): Violation[] => {
    const pointer = `/types/${index}`;
    if (!TYPES.has(type)) return [{ pointer, code: 'invalid_enum', message: 'is not a known event type' }];
    const area = areaBeyond(limit, [type]);
    return area
      ? [{ pointer, code: 'invalid_value', message: `is of ${area}, to which this integration has no access` }]
      : [];
  });
}

const NAME_TYPES = 'must name types: without any, the endpoint would receive events of all areas';

const TYPES: ReadonlySet<string> = new Set(Object.values(feedTypes).map(({ type }) => type));
const endpointChanges = changesOf(EndpointSchema);

import { Refusal } from '../../../platform/core/errors/refusal.ts';
import { isUuid } from '../../../platform/core/ids.ts';
import { type Request, RequestService } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { PersonService } from '../../../proto/gen/lyceum/directory/v1/person_pb.ts';
import { type User, UserService } from '../../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { type Event, EventService } from '../../../proto/gen/lyceum/webhooks/v1/event_pb.ts';
import type { AllowedCall } from '../../route/optional-call.ts';
import { ROUTES } from '../requests/routes.ts';

/** What a search has found, of that which its reader may see. */
export interface Found {
  readonly people: readonly User[];
  readonly hasMorePeople: boolean;
  readonly requests: readonly Request[];
  /** Routes of the API that are named so. */
  readonly routes: readonly string[];
  readonly events: readonly Event[];
  /** Types of events that are named so. */
  readonly types: readonly string[];
  /** Whether a service has not answered. */
  readonly isPartial: boolean;
}

/** The records with a name or id; null from a call stands for a role that is missing, undefined for a service that is away. */
export async function find(call: AllowedCall, text: string): Promise<Found> {
  const isId = isUuid(text);
  const [named, withId, requests, types, ofRecord, withEventId] = await Promise.all([
    call(PersonService.method.listPeople, { page: { size: MAX_SHOWN }, text }),
    isId ? call(UserService.method.batchGetUsers, { ids: [text] }) : null,
    call(RequestService.method.listRequests, { requestId: text, page: { size: MAX_SHOWN } }),
    call(EventService.method.listEventTypes, {}),
    isId ? call(EventService.method.listLatestEvents, { resourceId: text.toLowerCase(), size: MAX_SHOWN }) : null,
    isId ? eventWithId(call, text) : null,
  ]);
  const part = text.toLowerCase();
  const have = (name: string) => name.toLowerCase().includes(part);
  const event = withEventId?.event;
  return {
    people: [...(withId?.users ?? []), ...(named?.people ?? [])],
    hasMorePeople: named?.next !== undefined,
    requests: requests?.requests ?? [],
    routes: requests === null ? [] : ROUTES.filter(have).slice(0, MAX_SHOWN),
    events: [...(event ? [event] : []), ...(ofRecord?.events ?? [])],
    types: (types?.types ?? [])
      .map(({ type }) => type)
      .filter(have)
      .slice(0, MAX_SHOWN),
    isPartial: [named, withId, requests, types, ofRecord, withEventId].includes(undefined),
  };
}

async function eventWithId(call: AllowedCall, id: string) {
  try {
    return await call(EventService.method.getEvent, { id });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'EVENT_NOT_FOUND') return null;
    throw error;
  }
}

/** Of each kind: the lists of the kinds have the others. */
const MAX_SHOWN = 10;

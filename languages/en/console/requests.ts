import { type Fragment, rich } from '../../rich.ts';

/** What came of a request: done, refused or failed, or a dry run. */
export type Outcome = 'done' | 'tried' | 'triedOut';

/** Who asked for it, with which outcome, and the person, course or room that the request names, if that is known. */
export type Asked = (who: string, outcome: Outcome, name: string | undefined) => string;

type Named = (name: string) => string;

function asked(past: string, verb: string, what: string, named: Named = (name) => `${what} of ${name}`): Asked {
  return (who, outcome, name) => {
    const whom = name === undefined ? what : named(name);
    if (outcome === 'done') return `${who} ${past} ${whom}`;
    return outcome === 'tried' ? `${who} tried to ${verb} ${whom}` : `${who} tried out to ${verb} ${whom}`;
  };
}

const read = (what: string, named?: Named) => asked('read', 'read', what, named);
const added = (what: string) => asked('added', 'add', what);
const changed = (what: string, named?: Named) => asked('changed', 'change', what, named);
const deleted = (what: string, named?: Named) => asked('deleted', 'delete', what, named);
const began = (what: string) => asked('began', 'begin', what);
const ended = (what: string) => asked('ended', 'end', what);
const user: Named = (name) => `the user ${name}`;

/** Records of requests. */
export const requests = {
  about: (zone: string) =>
    `Every API request of your integrations. New requests appear within two seconds. Times are in ${zone}.`,
  refresh: 'Refresh',
  shown: (count: number) => `${count} shown, newest first`,
  soFar: 'Nothing found so far',
  soFarText: (since: Fragment) =>
    rich`No matching request since ${since}. Go to the next page to search older requests.`,
  noMatch: 'No matching requests',
  noMatchText: 'No request matches. Widen the filters, or clear them.',
  none: 'No requests yet',
  noneText: 'Requests of your integrations appear here, with their status and how long they took.',
  statusExample: '4xx or 404',
  statusFault: 'A status or a class, such as 404 or 4xx.',
  method: 'Method',
  route: 'Route',
  what: 'What',
  request: 'Request',
  detail: 'Detail',
  duration: 'Duration',
  /** Milliseconds. */
  ms: 'ms',
  recorded: 'Recorded',
  earlier: 'Earlier requests with this ID',
  noEarlier: 'None',
  noEarlierText: 'No earlier request has this ID.',
  allOfRoute: 'All of this route',
  body: 'Body',
  answer: 'Answer',
  bytes: (count: string) => `${count} bytes`,
  replay: 'Replay',
  isReplay: 'Yes: the answer of an earlier request with its Idempotency-Key',
  limitLeft: 'Rate limit left',
  userAgent: 'User agent',
  clientAddress: 'Client address',
  /** As the rest of a sentence: “Copy request ID”. */
  ofRequestId: 'request ID',
  errors: 'Errors',
  noErrors: 'No errors',
  noErrorsText: 'The problem names no field.',
  pointer: 'Pointer',
  wholeBody: '(whole body)',
  message: 'Message',
  whatToDo: 'What to do',
  guide: 'Guide',
  problem: 'Problem',
  asSent: 'As sent',
  anIntegration: 'An integration',
  /** Of a request without a route. */
  noRoute: asked('read', 'read', 'what does not exist'),
  /** Of an operation that is none of these. */
  other: asked('sent', 'send', 'a request'),
  /** By method and path: those of a dry run and of `HEAD` are the same. */
  told: {
    'GET /appointments': read('appointments'),
    'POST /appointments': added('an appointment'),
    'GET /appointments.ics': read('appointments as a calendar'),
    'GET /appointments/{id}': read('an appointment'),
    'PATCH /appointments/{id}': changed('an appointment'),
    'DELETE /appointments/{id}': deleted('an appointment'),
    'GET /calendar-days': read('calendar days'),
    'GET /calendar-feeds': read('calendar feeds'),
    'POST /calendar-feeds': added('a calendar feed'),
    'GET /calendar-feeds/{id}': read('a calendar feed'),
    'DELETE /calendar-feeds/{id}': deleted('a calendar feed'),
    'GET /continuing-education': read('programs'),
    'POST /continuing-education': added('a program'),
    'GET /continuing-education/{id}': read('a program'),
    'GET /continuing-education/{id}/versions': read('versions'),
    'POST /continuing-education/{id}/versions': added('a version'),
    'GET /continuing-education/{id}/versions/{versionId}': read('a version'),
    'PATCH /continuing-education/{id}/versions/{versionId}': changed('a version'),
    'GET /courses': read('courses'),
    'GET /courses/{id}': read('a course', (name) => `the course ${name}`),
    'GET /courses/{id}/appointments': read('appointments'),
    'POST /courses/{id}/appointments': added('an appointment'),
    'GET /courses/{id}/appointments.ics': read('appointments as a calendar'),
    'GET /curricula': read('curricula'),
    'GET /curricula/{id}': read('a curriculum'),
    'GET /curricula/{id}/versions': read('versions'),
    'GET /curricula/{id}/versions/{versionId}': read('a version'),
    'GET /curricula/{id}/versions/{versionId}/pathways': read('pathways'),
    'POST /curricula/{id}/versions/{versionId}/pathways': added('a pathway'),
    'GET /events': read('events'),
    'GET /events/{id}': read('an event'),
    'GET /integration': read('what it may do'),
    'GET /locations': read('locations'),
    'GET /locations/{id}': read('a location'),
    'GET /locations/{id}/rooms': read('rooms'),
    'GET /requests': read('requests'),
    'GET /requests/{requestId}': read('a request'),
    'GET /rooms': read('rooms'),
    'GET /rooms/free': read('free rooms'),
    'GET /rooms/{id}': read('a room', (name) => `the room ${name}`),
    'GET /time-tracking/findings': read('findings'),
    'GET /time-tracking/logs': read('time records'),
    'POST /time-tracking/logs': added('a time record'),
    'POST /time-tracking/logs/bulk': added('time records'),
    'GET /time-tracking/logs/{id}': read('a time record'),
    'PATCH /time-tracking/logs/{id}': changed('a time record'),
    'GET /time-tracking/member-logs': read('time records of members'),
    'GET /time-tracking/member-totals': read('totals of members'),
    'GET /time-tracking/sessions/active': read('the active session'),
    'POST /time-tracking/sessions/pause': began('a pause'),
    'POST /time-tracking/sessions/resume': ended('a pause'),
    'POST /time-tracking/sessions/start': began('a session'),
    'POST /time-tracking/sessions/stop': ended('a session'),
    'GET /time-tracking/timestamp-templates': read('timestamp templates'),
    'POST /time-tracking/timestamps': added('a timestamp'),
    'GET /time-tracking/totals': read('totals'),
    'GET /usage': read('usage'),
    'GET /user-groups': read('user groups'),
    'GET /user-groups/{id}': read('a user group'),
    'GET /user-groups/{id}/members': read('members'),
    'GET /users': read('users'),
    'POST /users': added('a user'),
    'GET /users/{id}': read('a user', user),
    'PATCH /users/{id}': changed('a user', user),
    'GET /webhook-endpoints': read('webhook endpoints'),
    'POST /webhook-endpoints': added('a webhook endpoint'),
    'GET /webhook-endpoints/{id}': read('a webhook endpoint'),
    'PATCH /webhook-endpoints/{id}': changed('a webhook endpoint'),
    'DELETE /webhook-endpoints/{id}': deleted('a webhook endpoint'),
    'GET /webhook-endpoints/{id}/deliveries': read('deliveries'),
    'GET /webhook-endpoints/{id}/deliveries/{deliveryId}': read('a delivery'),
    'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/redeliver': asked('sent', 'send', 'an event again'),
    'POST /webhook-endpoints/{id}/replay': asked('replayed', 'replay', 'events'),
    'POST /webhook-endpoints/{id}/rotate-secret': asked('rotated', 'rotate', 'the secret of a webhook endpoint'),
    'POST /webhook-endpoints/{id}/test': asked('sent', 'send', 'a test event'),
    'GET /scim/v2/Groups': read('groups'),
    'GET /scim/v2/ResourceTypes': read('resource types'),
    'GET /scim/v2/ResourceTypes/{id}': read('a resource type'),
    'GET /scim/v2/Schemas': read('schemas'),
    'GET /scim/v2/Schemas/{id}': read('a schema'),
    'GET /scim/v2/ServiceProviderConfig': read('what the server can do'),
    'GET /scim/v2/Users': read('users'),
    'POST /scim/v2/Users': added('a user'),
    'POST /scim/v2/Users/.search': asked('found', 'find', 'users'),
    'GET /scim/v2/Users/{id}': read('a user', user),
    'PUT /scim/v2/Users/{id}': asked('replaced', 'replace', 'a user', user),
    'PATCH /scim/v2/Users/{id}': changed('a user', user),
    'DELETE /scim/v2/Users/{id}': deleted('a user', user),
  },
};

import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { OptionalCall } from '../../route/optional-call.ts';
import { type About, type Names, namedBy, namesIn } from '../events/sentences.ts';

/** What requests asked for, in words. */
export type Told = (request: Request) => string;

/** Reads the names that the sentences of some requests need. @param integrations names by id */
export async function toldOf(
  call: OptionalCall,
  requests: readonly Request[],
  integrations: ReadonlyMap<string, string>,
): Promise<Told> {
  const names = await namesIn(call, requests.map(aboutOf));
  return (request) => sentenceOf(request, integrations.get(request.integrationId) ?? 'An integration', names);
}

/** A request in a sentence, as far as names are known: “HR export changed the user Busy Bee”. */
export function sentenceOf(request: Request, integration: string, names: Names): string {
  const about = aboutOf(request);
  const name = names(namedBy(about)?.value);
  const [verb, past, what] = askedFor(request, name);
  const isTrial = /^\/api\/v4\/dry-run\//.test(request.route ?? '');
  const did = request.status >= 400 ? `tried to ${verb}` : isTrial ? `tried out to ${verb}` : past;
  return `${integration} ${did} ${what}`;
}

function askedFor({ method, route, path }: Request, name: string | undefined): readonly [string, string, string] {
  if (route === undefined) return ['read', 'read', 'what does not exist'];
  const segments = segmentsOf(route);
  const action = method === 'POST' ? ACTIONS[segments.at(-1) ?? ''] : undefined;
  const ofPerson = name !== undefined && /[?&]userId=/.test(path) ? ` of ${name}` : '';
  if (action) return [action[0], action[1], `${action[2]}${ofPerson}`];
  const [verb, past] = VERBS[method] ?? ['read', 'read'];
  const collection = segments.findLast((each) => !each.startsWith('{')) ?? '';
  const noun = nounOf(collection);
  const isOne = segments.at(-1)?.startsWith('{') === true;
  if (isOne && name !== undefined && ofPerson === '') return [verb, past, `the ${noun} ${name}`];
  const what = isOne || method !== 'GET' ? `${/^[aeio]/.test(noun) ? 'an' : 'a'} ${noun}` : wordsIn(collection);
  return [verb, past, `${what}${ofPerson}`];
}

/** What a request names in its path: a person, a course or a room, or the person whose records it asks for. */
function aboutOf({ route, path }: Request): About {
  const segments = segmentsOf(route ?? '');
  const id = path.split('?', 1)[0]?.split('/').at(-1) ?? '';
  const type = segments.at(-1)?.startsWith('{') ? nounOf(segments.at(-2) ?? '') : '';
  return { type, resource: { type, id, path } };
}

function segmentsOf(route: string): string[] {
  return route.split('/').filter((each) => !SKIPPED.has(each));
}

function wordsIn(collection: string): string {
  const words = collection
    .replace(/\.ics$/, ' as a calendar')
    .replaceAll('-', ' ')
    .toLowerCase();
  return NOUNS[collection] === undefined ? words : `${NOUNS[collection]}s`;
}

function nounOf(collection: string): string {
  return NOUNS[collection] ?? wordsIn(collection).replace(/ies$/, 'y').replace(/s$/, '');
}

const SKIPPED = new Set(['', 'api', 'v4', 'scim', 'v2', 'dry-run', 'time-tracking']);

const NOUNS: Readonly<Record<string, string>> = { logs: 'time record', 'continuing-education': 'program' };

const VERBS: Readonly<Record<string, readonly [string, string]>> = {
  GET: ['read', 'read'],
  POST: ['add', 'added'],
  PATCH: ['change', 'changed'],
  PUT: ['replace', 'replaced'],
  DELETE: ['delete', 'deleted'],
};

/** What the last part of a path does. */
const ACTIONS: Readonly<Record<string, readonly [string, string, string]>> = {
  start: ['begin', 'began', 'a session'],
  stop: ['end', 'ended', 'a session'],
  pause: ['begin', 'began', 'a pause'],
  resume: ['end', 'ended', 'a pause'],
  bulk: ['add', 'added', 'time records'],
  test: ['send', 'sent', 'a test event'],
  replay: ['replay', 'replayed', 'events'],
  redeliver: ['send', 'sent', 'an event again'],
  'rotate-secret': ['rotate', 'rotated', 'the secret of a webhook endpoint'],
  '.search': ['find', 'found', 'users'],
};

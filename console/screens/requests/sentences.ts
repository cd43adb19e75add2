import type { Asked } from '../../../languages/en/console/requests.ts';
import type { Request } from '../../../proto/gen/lyceum/activity/v1/request_pb.ts';
import { t } from '../../components/language.ts';
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
  return (request) => sentenceOf(request, integrations.get(request.integrationId) ?? t.requests.anIntegration, names);
}

/** A request in a sentence, as far as names are known: “HR export changed the user Busy Bee”. */
export function sentenceOf(request: Request, integration: string, names: Names): string {
  const { method, route, status } = request;
  const told: Readonly<Record<string, Asked>> = t.requests.told;
  const ask = route === undefined ? t.requests.noRoute : (told[operationOf(method, route)] ?? t.requests.other);
  const outcome = status >= 400 ? 'tried' : route !== undefined && TRIAL.test(route) ? 'triedOut' : 'done';
  return ask(integration, outcome, names(namedBy(aboutOf(request))?.value));
}

/** The key of an operation's message. */
export function operationOf(method: string, route: string): string {
  return `${method === 'HEAD' ? 'GET' : method} ${route.replace(TRIAL, '').replace(/^\/api\/v4/, '')}`;
}

const TRIAL = /^\/api\/v4\/dry-run(?=\/)/;

/** What a request names in its path: a person, a course or a room, or the person whose records it asks for. */
function aboutOf({ route, path }: Request): About {
  const [, kind] = /\/(user|course|room)s\/\{id\}$/i.exec(route ?? '') ?? [];
  const id = path.split('?', 1)[0]?.split('/').at(-1) ?? '';
  return { type: '', resource: { type: kind?.toLowerCase() ?? '', id, ...(kind === undefined && { path }) } };
}

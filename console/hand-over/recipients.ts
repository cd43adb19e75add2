import { codeKey, emailKey } from '../../platform/core/text-keys.ts';
import { type Request, RequestService } from '../../proto/gen/lyceum/activity/v1/request_pb.ts';
import type { User } from '../../proto/gen/lyceum/directory/v1/user_pb.ts';
import { pagesOf } from './pages.ts';
import type { Row, Section } from './section.ts';
import type { Subject } from './subject.ts';

/** What an integration was answered: the person's data, or a list of people in which the person may have been. */
export type Answered = 'received' | 'may have received';

/** Which integrations have received the person's data, from the requests that are still kept. */
export function recipientsSection(subject: Subject): Section {
  // Read once for all files: there are as many rows as integrations, and very many requests.
  let found: Promise<readonly Row[]> | undefined;
  return {
    name: 'recipients',
    columns: ['integration', 'what', 'requests', 'from', 'to'],
    async *rows() {
      found ??= findRecipients(subject);
      yield await found;
    },
  };
}

async function findRecipients({ call, user, integrations, at }: Subject): Promise<readonly Row[]> {
  const found = new Map<string, { integrationId: string; what: Answered; count: number; from: string; to: string }>();
  const pages = pagesOf(async (page) => {
    const { requests, hasMore, end } = await call(RequestService.method.listRequests, { page, ...SUCCESSFUL });
    const last = requests.at(-1);
    return { records: requests, next: hasMore ? (end ?? (last && { sort: last.time, id: last.id })) : undefined };
  });
  // The newest first.
  for await (const page of pages)
    for (const request of page) {
      const what = answeredWith(request, user);
      if (what === undefined) continue;
      const { integrationId, time } = request;
      const key = `${integrationId} ${what}`;
      const known = found.get(key);
      found.set(key, { integrationId, what, count: (known?.count ?? 0) + 1, from: time, to: known?.to ?? time });
    }
  return [...found.values()]
    .map((each) => ({ ...each, name: integrations.get(each.integrationId) ?? each.integrationId }))
    .sort((a, b) => a.name.localeCompare(b.name) || b.what.localeCompare(a.what))
    .map(({ name, what, count, from, to }) => [name, what, count, at(from), at(to)]);
}

/** What the answer to a successful request has of a person. */
export function answeredWith(
  { path, route }: Pick<Request, 'path' | 'route'>,
  { id, email, code }: Pick<User, 'id' | 'email' | 'code'>,
): Answered | undefined {
  const [pathname = '', search] = path.split('?', 2);
  const query = new URLSearchParams(search);
  // Ids are lists, and the filter of a directory sync has quotes.
  const values = [...query].flatMap(([, value]) => value.split(/[\s",]+/));
  const isAbout =
    pathname.toLowerCase().split('/').includes(id) ||
    values.some((value) => value.toLowerCase() === id || emailKey(value) === emailKey(email)) ||
    (code !== undefined && query.getAll('code').some((value) => codeKey(value) === codeKey(code)));
  if (isAbout) return 'received';
  const isOfOthers = CHOSEN.some((name) => query.has(name));
  return LISTS.has(route ?? '') && !isOfOthers ? 'may have received' : undefined;
}

const SUCCESSFUL = { statusFrom: 200, statusTo: 299 };
/** Filters that leave those people alone whom they name. */
const CHOSEN = ['email', 'code', 'ids', 'filter'];
const LISTS = new Set(['/api/v4/users', '/api/v4/user-groups/{id}/members', '/scim/v2/Users']);

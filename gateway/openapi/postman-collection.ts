// biome-ignore lint/suspicious/noExplicitAny: the document is read as JSON.
type Json = any;

/**
 * A collection of all operations for Postman (format 2.1); Bruno imports it, too. Requests are the document's examples. Values from answers
 * are stored in variables for later requests: ids by their resource (`usersId`), and the ETag of the latest read. Run as a whole, every
 * request succeeds: what others need comes first, and deletes come last.
 * @param document the OpenAPI document
 * @param origin where requests go unless the variable `LYCEUM_URL` is set otherwise
 */
export function postmanCollection(document: Json, origin: string): object {
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  return {
    info: {
      name: document.info.title,
      description: document.info.description,
      version: document.info.version,
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: {
      type: 'basic',
      basic: [texts('username', '{{LYCEUM_CLIENT_ID}}'), texts('password', '{{LYCEUM_CLIENT_SECRET}}')],
    },
    variable: [
      texts('LYCEUM_URL', origin),
      texts('LYCEUM_CLIENT_ID', ''),
      texts('LYCEUM_CLIENT_SECRET', ''),
      texts('memberCode', 'NH-0001'),
      texts('token', ''),
    ],
    item: document.tags
      .toSorted((a: Json, b: Json) => Number(USED_BY_OTHERS.has(b.name)) - Number(USED_BY_OTHERS.has(a.name)))
      .map(({ name, description }: Json) => ({
        name,
        description,
        item: operations
          .filter(({ operation }) => operation.tags[0] === name)
          .sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
          .map((each) => itemOf(document, each)),
      })),
  };
}

/** Requests of other tags contain their ids. */
const USED_BY_OTHERS = new Set(['Users', 'Courses', 'Rooms', 'Events']);

interface Operation {
  readonly path: string;
  readonly method: string;
  readonly operation: Json;
}

function itemOf(document: Json, { path, method, operation }: Operation): object {
  const parameters = operation.parameters.map((each: Json) => resolve(document, each));
  const query = parameters.filter((each: Json) => each.in === 'query');
  const names = query.map(({ name }: Json) => name);
  const body = operation.requestBody?.content['application/json'].example;
  const base: string = document.servers[0].url;
  const segments = path.split('/').slice(1);
  const collected: Readonly<Record<string, string>> = {
    ...(['userId', 'email', 'code'].every((name) => names.includes(name)) ? { code: '{{memberCode}}' } : {}),
    ...(path === '/appointments.ics' ? { roomId: '{{roomsId}}' } : {}),
  };
  // What the operation requires; everything else is disabled.
  const exampleValue = ({ name, required, example }: Json): string | undefined =>
    collected[name] ?? (required ? example : undefined);
  const queryString = query
    .flatMap((each: Json) => (exampleValue(each) ? [`${each.name}=${exampleValue(each)}`] : []))
    .join('&');
  // A parameter that is only part of a segment must be a variable of the collection.
  const steps = segments.map((each) => each.replace(/^\{(\w+)\}$/, ':$1').replace(/\{(\w+)\}/, '{{$1}}'));
  return {
    name: operation.summary,
    request: {
      ...(operation.security ? { auth: { type: 'noauth' } } : {}),
      method,
      description: operation.description ?? '',
      header: [
        ...parameters.flatMap(({ name }: Json) =>
          name in HEADERS ? [{ key: name, value: method === 'DELETE' ? '*' : HEADERS[name] }] : [],
        ),
        ...(body ? [{ key: 'Content-Type', value: 'application/json' }] : []),
      ],
      url: {
        raw: `{{LYCEUM_URL}}${base}/${steps.join('/')}${queryString === '' ? '' : `?${queryString}`}`,
        host: ['{{LYCEUM_URL}}'],
        path: [...base.split('/').slice(1), ...steps],
        query: query.map((each: Json) => {
          const value = exampleValue(each);
          return { key: each.name, value: value ?? '', description: each.description, disabled: value === undefined };
        }),
        variable: segments.flatMap((each, index) => {
          const [, name] = /^\{(\w+)\}$/.exec(each) ?? [];
          return name ? [{ key: name, value: `{{${variableOf(segments.slice(0, index))}}}` }] : [];
        }),
      },
      ...(body ? { body: { mode: 'raw', raw: bodyOf(body), options: { raw: { language: 'json' } } } } : {}),
    },
    event: [
      ...(operation.operationId === 'createUser' ? [script('prerequest', [NEW_MEMBER])] : []),
      script('test', scriptOf(segments, operation)),
    ],
  };
}

function script(listen: string, exec: readonly string[]): object {
  return { listen, script: { type: 'text/javascript', exec } };
}

/** Each run has a member of its own, so that times of an earlier run are in nobody's way. */
const NEW_MEMBER = "pm.collectionVariables.set('memberCode', 'NH-' + Math.floor(1000 + 9000 * Math.random()));";

/** The example of a body, with variables in place of what is different in each institution. */
function bodyOf(example: Json): string {
  return Object.entries(COLLECTED).reduce(
    (text, [name, variable]) =>
      text.replaceAll(new RegExp(`("${name}": (?:\\[\\s*)?)("[^"]*"|\\d+)`, 'g'), `$1${variable}`),
    JSON.stringify(example, null, 2),
  );
}

/** What the fields of bodies get; `courseIds` are ids of layers. */
const COLLECTED: Readonly<Record<string, string>> = {
  code: '"{{memberCode}}"',
  email: '"{{memberCode}}@nordhafen.example"',
  courseId: '"{{coursesId}}"',
  courseIds: '"{{layerId}}"',
  roomId: '"{{roomsId}}"',
  fromSequence: '{{sequence}}',
};

const HEADERS: Readonly<Record<string, string>> = { 'Idempotency-Key': '{{$guid}}', 'If-Match': '{{etag}}' };

/** Runs after each answer. */
function scriptOf(segments: readonly string[], { operationId, responses }: Json): string[] {
  const [success = ''] = Object.keys(responses);
  // A replay needs a receiver that has responded once, and the example's does not exist.
  const [statuses, answer] =
    operationId === 'replayWebhookEvents'
      ? [`${success}, 409`, `${success}, or 409 until the receiver has responded`]
      : [success, success];
  const isItem = segments.at(-1)?.startsWith('{');
  return [
    `pm.test('The status is ${answer}', () => pm.expect([${statuses}]).to.include(pm.response.code));`,
    'if ([200, 201].includes(pm.response.code)) {',
    "  pm.collectionVariables.set('etag', pm.response.headers.get('ETag') || '*');",
    ...(isItem || segments.at(-1)?.endsWith('.ics')
      ? []
      : [
          '  const { data } = pm.response.json();',
          '  const first = (Array.isArray(data) ? data[0] : data) || {};',
          ...Object.entries({
            [variableOf(segments)]: 'first.id || first.requestId',
            ...(VALUES[operationId] ?? {}),
          }).map(([variable, value]) => `  if (${value}) pm.collectionVariables.set('${variable}', ${value});`),
        ]),
    '}',
  ];
}

/** What else later requests need of an answer. */
const VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  listCourses: { layerId: 'first.layerId' },
  listEvents: { sequence: 'first.sequence' },
  createCalendarFeed: { token: 'first.url.split(/[/.]/).at(-2)' },
};

/** The variable that holds the id of a resource, named after its path: `curriculaVersionsId`. */
function variableOf(segments: readonly string[]): string {
  const words = segments.filter((each) => !each.startsWith('{')).flatMap((each) => each.split(/[-.]/));
  return `${words.map((word, index) => (index === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('')}Id`;
}

function texts(key: string, value: string): object {
  return { key, value, type: 'string' };
}

function resolve(document: Json, value: Json): Json {
  const reference: string | undefined = value.$ref;
  return (
    reference
      ?.split('/')
      .slice(1)
      .reduce((within, name) => within[name], document) ?? value
  );
}

import type { Fault } from '../fault.ts';

/** Problem details, the order of checks, and the checks of a request's values. */
export const answers: readonly Fault[] = [
  {
    name: 'The type of a body that is not there is looked at',
    file: 'gateway/http/request-hooks.ts',
    find: "else delete request.raw.headers['content-type']",
    replace: "else delete request.raw.headers['content-types']",
  },
  {
    name: 'A problem names a request id as a UUID that is none',
    file: 'gateway/problem/send-problem.ts',
    find: '...(isUuid(requestId) ? { instance: `urn:uuid:${requestId}` } : {}),',
    replace: 'instance: `urn:uuid:${requestId}`,',
  },
  {
    name: 'A problem has the media type of an ordinary answer',
    file: 'gateway/problem/send-problem.ts',
    find: "'content-type', 'application/problem+json'",
    replace: "'content-type', 'application/json'",
  },
  {
    name: 'A 500 shows what failed inside',
    file: 'gateway/http/problems.ts',
    find: "detail: 'Something went wrong on our side.'",
    replace: 'detail: (error as Error).message',
  },
  {
    name: 'A read looks for its record before it checks the query',
    file: 'gateway/endpoint/handle-read.ts',
    find: '    const fields = fieldsOf(request, names);\n',
    replace:
      '    await endpoint.run(member ? { ...own, member } : own);\n    const fields = fieldsOf(request, names);\n',
  },
  {
    name: 'A 405 does not name the methods of the path',
    file: 'gateway/http/unknown-routes.ts',
    find: "headers: { allow: [...methods].sort().join(', ') },",
    replace: '',
  },
  {
    name: 'A body of plain text is accepted',
    file: 'gateway/http/json-body.ts',
    find: 'app.removeAllContentTypeParsers();',
    replace: '',
  },
  {
    name: 'An id in the path may have 65 characters',
    file: 'gateway/endpoint/request-checks.ts',
    find: '{1,64}$/',
    replace: '{1,65}$/',
  },
  {
    name: 'Text with U+0000 gets past the checks of a body',
    file: 'gateway/endpoint/handle-write.ts',
    find: 'mayHoldBadText ? checksWithText : checks',
    replace: 'checks',
  },
  {
    name: 'The local part of an email address may have 65 characters',
    file: 'platform/core/formats.ts',
    find: '!isLongerThan(text, 64)',
    replace: '!isLongerThan(text, 65)',
  },
  {
    name: 'A date-time in the year 9999 is accepted',
    file: 'platform/core/instant.ts',
    find: 'Date.UTC(9998,',
    replace: 'Date.UTC(9999,',
  },
  {
    name: 'A leap second is accepted',
    file: 'platform/core/instant.ts',
    find: ':[0-5]\\d(',
    replace: ':[0-6]\\d(',
  },
  {
    name: 'The record of a request to a known path keeps a secret in the place of an id',
    file: 'gateway/activity/record-requests.ts',
    find: 'path: withoutSecrets(declaredQuery(url, config.queryNames))',
    replace: 'path: (request.route === undefined ? withoutSecrets : String)(declaredQuery(url, config.queryNames))',
  },
  {
    name: 'The record of a HEAD counts the body of its GET as sent',
    file: 'gateway/http/body-bytes.ts',
    find: "if (method === 'HEAD' || statusCode === 304) return 0;",
    replace: '',
  },
  {
    name: 'A message does not say that a plus has become a blank',
    file: 'platform/core/instant.ts',
    find: 'message: EXPECTED + hint',
    replace: 'message: EXPECTED',
  },
  {
    name: 'A message repeats what may be a secret',
    file: 'gateway/problem/repeated.ts',
    find: ".replaceAll(LONG_WORD, '…')",
    replace: '',
  },
  {
    name: 'A message does not name the layer of a course',
    file: 'services/scheduling/appointments/load-reference-data.ts',
    find: 'ofCourses(ids.filter((id) => !known.has(id)))',
    replace: 'ofCourses([])',
  },
];

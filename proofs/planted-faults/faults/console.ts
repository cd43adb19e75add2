import type { Fault } from '../fault.ts';

/** The console: who may send forms, what is shown, and what happens once. */
export const console: readonly Fault[] = [
  {
    name: 'The console takes forms from pages elsewhere',
    file: 'console/route/admit.ts',
    find: "request.method === 'POST' && !origin",
    replace: "request.method === 'PUT' && !origin",
  },
  {
    name: 'A form that is sent twice creates two integrations',
    file: 'console/route/sent-form.ts',
    find: '{ key: fingerprint, fingerprint }',
    replace: '{ key: `${fingerprint}${Math.random()}`, fingerprint }',
  },
  {
    name: 'The sign-in page leads to other sites',
    file: 'console/http/next-page.ts',
    find: "suggested.startsWith('/console') && ",
    replace: '',
  },
  {
    name: 'The console says what a cookie tells it to',
    file: 'console/route/answer.ts',
    find: 'messages.get(left)',
    replace: '(messages.get(left) ?? left)',
  },
  {
    name: 'A page of the console fails while activity is away',
    file: 'console/route/optional-call.ts',
    find: 'if (isLate || isUnavailable(error)) return undefined;',
    replace: 'if (isLate) return undefined;',
  },
  {
    name: 'The last form of the console wins',
    file: 'console/route/change-screen.ts',
    find: '{ revisions: [opened.revision] }',
    replace: '{ any: true }',
  },
  {
    name: 'A form of the console sends what nobody has changed in it',
    file: 'console/route/change-screen.ts',
    find: 'const ours = differing(ofRecord, sent, opened.values);',
    replace: 'const ours = differing(ofRecord, sent, shownIn(fields));',
  },
  {
    name: 'A period ends at the first of two equal local times',
    file: 'console/components/period.ts',
    find: "['to', 'second']",
    replace: "['to', 'first']",
  },
  {
    name: 'A sign-in is the doing of whoever the browser was signed in as',
    file: 'console/route/visit.ts',
    find: 'session && !isPublic ?',
    replace: 'session ?',
  },
  {
    name: 'A search finds composed letters only',
    file: 'libraries/typed-sql/search.ts',
    find: 'normalize(${column}) ILIKE',
    replace: '${column} ILIKE',
  },
  {
    name: 'The search for people finds those of other institutions by its index',
    file: 'services/directory/store/people.ts',
    find: 'WHERE f.institution_id = ${$.institutionId} AND',
    replace: 'WHERE',
  },
  {
    name: 'The search for people finds those of other institutions by their names',
    file: 'services/directory/store/people.ts',
    find: 'WHERE t.institution_id = ${$.institutionId} AND',
    replace: 'WHERE ${$.institutionId}::uuid IS NOT NULL AND',
  },
  {
    name: 'A time record is corrected whatever has happened to it since',
    file: 'console/screens/time-records/correct.ts',
    find: '        precondition,\n',
    replace: '        precondition: { any: true },\n',
  },
  {
    name: 'Another person sees what somebody has typed before the session ended',
    file: 'services/identity/store/kept-forms.ts',
    find: 'AND k.user_id = ${$.userId} AND k.browser_hash',
    replace: 'AND ${$.userId}::uuid IS NOT NULL AND k.browser_hash',
  },
  {
    name: 'Another person who signs in leaves what somebody has typed to the next one',
    file: 'console/route/kept-form.ts',
    find: 'if (!cookies.hasForms(request) || (found && !found.form))',
    replace: 'if (!cookies.hasForms(request))',
  },
  {
    name: 'A secret that was typed before the session ended is kept',
    file: 'console/route/kept-form.ts',
    find: ' || isSecretField(name)',
    replace: ' || isSecretField(CONFIRMED)',
  },
  {
    name: 'The audit does not say whose time record was changed',
    file: 'console/screens/audit/subjects.ts',
    find: 'return owner && ofId(owner);',
    replace: 'return undefined;',
  },
  {
    name: 'Previous page leaves out the first record of the page',
    file: 'console/route/cursor.ts',
    find: "(order === 'ascending' ? -1n : 1n)",
    replace: '0n',
  },
  {
    name: 'An export of time records has formulas',
    file: 'console/components/csv.ts',
    find: '/^[=+',
    replace: '/^[+',
  },
  {
    name: 'Of a local time that occurs twice the first is taken unasked',
    file: 'console/screens/time-records/local-fields.ts',
    find: "which !== 'first' && which !== 'second'",
    replace: "which === 'neither'",
  },
  {
    name: 'A time that was not changed loses its milliseconds',
    file: 'console/screens/time-records/local-fields.ts',
    find: 'isKept ? instant : read.instant',
    replace: 'read.instant',
  },
  {
    name: 'A try of the provider signs in whom it confirms',
    file: 'services/identity/rpc/finish-openid-sign-in.ts',
    find: 'if (trialOf !== undefined) {',
    replace: "if (trialOf === '') {",
  },
  {
    name: 'Whoever has read a form puts words into the browser of its owner',
    file: 'services/identity/rpc/keep-form.ts',
    find: 'owner?.browser !== browserOf(browserToken)',
    replace: '!owner',
  },
];

import { describe, expect, it } from 'vitest';
import { settings } from '../../../cli/settings.ts';
import { tooManyRequests } from '../../../gateway/admission/admission-problems.ts';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { openapiDocument } from '../../../site/openapi/document.ts';
import { ApiNames } from './api-names.ts';
import { guideOf, readGuides } from './guide.ts';
import { requestsIn } from './requests.ts';
import { findUnknown } from './vocabulary.ts';

/** Names in the guides that the document does not have: of the previous version, of clients, of tools, and parts. */
const OTHERS = [
  'roomIds',
  'pageSize',
  'operationId',
  'retryAfterMs',
  'lyceum',
  'baseUrl',
  'dryRun',
  'dry_run',
  'change',
  'resource',
  'path',
  ...['find_people', 'find_courses', 'find_rooms', 'list_appointments', 'changes_since', 'explain_request'],
  ...['search_guides', 'plan_write', 'confirm_write'],
  // Columns of the console's exports.
  ...['personId', 'utcOffset', 'endUtcOffset', 'workedSeconds', 'pauseSeconds'],
];
const described = JSON.stringify(openapiDocument(endpoints));
const names = new ApiNames(JSON.parse(described), [
  ...OTHERS,
  ...settings.map(({ key }) => key),
  ...Object.values(feedTypes).map(({ type }) => type),
]);
const guides = readGuides();

/** It is about another interface, whose names are those of SCIM. */
const OTHER_INTERFACE = 'directory-sync';

it.each(guides.filter(({ slug }) => slug !== OTHER_INTERFACE))('$slug uses names of the API', (guide) => {
  expect(findUnknown(guide, names)).toEqual([]);
});

describe('errors', () => {
  const text = guides.find(({ slug }) => slug === 'errors')?.text ?? '';
  const sections = new Map(text.split(/^## /m).map((section) => [/^`(\w+)`\n/.exec(section)?.[1] ?? '', section]));

  it.each(Object.entries(problemCodes))(
    'has %s with its cause, its remedy and an example',
    (code, { statuses, meaning, remedy }) => {
      const section = sections.get(code) ?? '';
      expect(section).toContain(`Status ${statuses.join(', ')}. ${meaning}\n\n**What to do:** ${remedy}\n\n`);
      expect(section).toContain(`"code": "${code}"`);
      expect(section).toContain(`"title": "${problemCodes[code as keyof typeof problemCodes].title}"`);
    },
  );

  it('have no other code', () => {
    expect([...sections.keys()].filter((code) => code !== '').sort()).toEqual(Object.keys(problemCodes).sort());
  });
});

it('nearly every example is run', () => {
  const reasons = guides.flatMap(({ slug, blocks }) => blocks.flatMap(({ reason }) => (reason === null ? [] : [slug])));
  const counts = Object.groupBy(reasons, (slug) => slug);
  expect(Object.fromEntries(Object.entries(counts).map(([slug, all]) => [slug, all?.length]))).toEqual({
    agents: 2,
    errors: 3,
    'hr-without-code': 1,
    'people-from-a-spreadsheet': 1,
    'quick-start': 4,
    webhooks: 3,
  });
});

it('responses that are not run match the API', () => {
  const window = {
    allowed: false,
    limit: 1000,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: 12,
    retryAfterSeconds: 12,
  };
  const { message: tooMany } = tooManyRequests(window);
  const shown = guides.flatMap(({ blocks }) =>
    blocks.filter(({ language, reason, text }) => language === 'json' && reason && text.includes('"detail"')),
  );
  const details = shown.map(({ text }) => /"detail": "(.*)"/.exec(text)?.[1] ?? text);
  expect(details).toHaveLength(3);
  expect(details.filter((each) => each !== tooMany && !described.includes(`"detail":"${each}"`))).toEqual([]);
});

describe('the checker', () => {
  const unknown = (text: string) => findUnknown(guideOf('x', text), names);
  const sh = (script: string) => unknown(`\`\`\`sh\n${script}\n\`\`\`\n`);

  it('finds requests', () => {
    const script =
      'ID=$(curl -s "$LYCEUM_URL/api/v4/users?code=A" | jq -r .id)\ncurl -X PATCH \\\n  "$LYCEUM_URL/api/v4/users/$ID" -H "If-Match: $E" -d x';
    expect(requestsIn(script)).toEqual([
      { method: 'GET', path: '/users', parameters: ['code'], headers: [] },
      { method: 'PATCH', path: '/users/x', parameters: [], headers: ['If-Match'] },
    ]);
  });

  it.each([
    ['curl "$LYCEUM_URL/api/v4/user"', 'there is no GET /user'],
    ['curl "$LYCEUM_URL/api/v4/users" -X PUT', 'there is no PUT /users'],
    ['curl "$LYCEUM_URL/api/v4/users?nickname=x"', 'GET /users has no parameter nickname'],
    ['curl "$LYCEUM_URL/api/v4/users" -H "X-Tenant: 1"', 'GET /users takes no header X-Tenant'],
  ])('finds what is wrong with %s', (script, fault) => {
    expect(sh(script)).toEqual([`x.md: ${fault}`]);
  });

  it.each(['`GET /user`', '`GET /users?nickname=`', '`X-Tenant`', '`not_a_code`', '`nickName`', '`user.renamed`'])(
    'finds %s in a text',
    (text) => {
      expect(unknown(text)).toHaveLength(1);
    },
  );
});

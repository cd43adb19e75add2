import { describe, expect, it } from 'vitest';
import { openapiDocument } from '../../../gateway/openapi/document.ts';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { guideOf, readGuides } from './guide.ts';
import { findUnknown, requestsOf } from './vocabulary.ts';

const document = JSON.parse(JSON.stringify(openapiDocument(endpoints)));
const guides = readGuides();

it.each(guides)('$slug names what the API has', (guide) => {
  expect(findUnknown(guide, document)).toEqual([]);
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
    'appointments-and-rooms': 1,
    errors: 3,
    'quick-start': 4,
    webhooks: 3,
  });
});

describe('the checker', () => {
  const unknown = (text: string) => findUnknown(guideOf('x', text), document);
  const sh = (script: string) => unknown(`\`\`\`sh\n${script}\n\`\`\`\n`);

  it('finds requests', () => {
    const script =
      'ID=$(curl -s "$LYCEUM_URL/api/v4/users?code=A" | jq -r .id)\ncurl -X PATCH \\\n  "$LYCEUM_URL/api/v4/users/$ID" -H "If-Match: $E" -d x';
    expect(requestsOf(script)).toEqual([
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

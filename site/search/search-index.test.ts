import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { problemCodes } from '../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { readManuals } from '../manuals/manual-pages.ts';
import { documentationEntries } from './documentation-entries.ts';
import { excerptOf } from './excerpt.ts';
import { SearchIndex } from './search-index.ts';
import { resultsOf } from './search-results.ts';

const built = SearchIndex.of(documentationEntries(await readManuals()));
/** As a browser loads it. */
const index = SearchIndex.read(JSON.parse(JSON.stringify(built)));
const hrefsOf = (query: string) => index.find(query).map(({ href }) => href);

describe('one search over manuals and reference', () => {
  it.each([
    ['conflict', '/errors/conflict'],
    ['conflict', '/docs/guides/errors#conflict'],
    ['POST /users', '/docs#tag/users/POST/users'],
    ['List rooms', '/docs#tag/rooms/GET/rooms'],
    ['defaultStudyTime', '/docs#tag/continuing-education/POST/continuing-education'],
    ['default study time', '/docs#tag/continuing-education/POST/continuing-education'],
    ['how do I retry a request', '/docs/guides/writing-safely#what-you-may-repeat-and-when'],
    ['webhooks', '/docs/guides/webhooks'],
    ['idempotancy keys', '/docs#description/idempotency-keys'],
    ['offline terminal', '/docs/guides/time-tracking'],
  ])('%s finds %s', (query, href) => {
    expect(hrefsOf(query).find((each) => each.startsWith(href))).toBeDefined();
  });

  it.each([
    ['too many requests', '/errors/rate_limit_exceeded'],
    ['create integration', '/docs/guides/console#connect-a-system'],
    ['webhook signature', '/docs/guides/webhooks#write-a-receiver'],
    ['timezone', '/docs/guides/time-tracking#time-zones'],
    ['python', '/docs/guides/'],
    ['python client', '/docs/guides/python-client'],
    ['typescript client', '/docs/guides/(typescript-client|quick-start#install-the-client)'],
    ['verify_webhook', '/docs/guides/python-client#webhooks'],
    ['403', '/errors/forbidden'],
    ['offline terminal', '/docs/guides/(offline-terminals|time-tracking#an-offline-day)'],
    ['room is taken', '/docs/guides/appointments-and-rooms#when-a-room-is-already-booked'],
    ['new secret', '/docs/guides/authentication#change-the-secret'],
    ['pagination', '/docs/guides/lists-and-sync#read-a-list'],
    ['backup', '/docs/operate/(operations|one-machine)#'],
    ['restore', '/docs/operate/(operations|one-machine)#'],
    ['alert memory', '/docs/operate/(runbook|observability)'],
    ['rolling update', '/docs/operate/deployment#a-release'],
    ['sso', '/docs/guides/console#single-sign-on-sso-with-openid-connect'],
    ['oidc', '/docs/guides/console#single-sign-on'],
    ['excel', '/docs/guides/hr-without-code'],
    ['rfc3339', '/docs'],
    ['permissions', '/docs/guides/not-included#scopes-roles-and-permissions'],
    ['scopes', '/docs/guides/not-included#scopes-roles-and-permissions'],
    ['delete user', '/docs/guides/not-included#delete'],
    ['search users by name', '/docs/guides/not-included#search'],
    ['sort', '/docs/guides/not-included#sort'],
    ['passkey', '/docs/guides/console#register-a-passkey'],
    ['add an endpoint', '/docs/develop/adding-an-endpoint$'],
  ])('what people ask for finds its page first: %s', (query, href) => {
    expect(hrefsOf(query)[0]).toMatch(new RegExp(`^${href}`));
  });

  it.each(Object.keys(problemCodes))('the code %s finds its page first', (code) => {
    expect(hrefsOf(code)[0]).toBe(`/errors/${code}`);
  });

  it('every operation is found by its method and path', () => {
    for (const { method, path } of endpoints)
      expect(index.find(`${method} ${path}`).map(({ subtitle }) => subtitle)).toContain(`${method} ${path}`);
  });

  it('finds entries with any of the words when none has all, and nothing when none has any', () => {
    const entry = (title: string) => ({ href: `/${title}`, title, subtitle: '', text: '' });
    const index = SearchIndex.of(['apple tree', 'apple cake', 'stone'].map(entry));
    expect(index.find('apple cake').map(({ title }) => title)).toEqual(['apple cake']);
    expect(
      index
        .find('stone cake')
        .map(({ title }) => title)
        .sort(),
    ).toEqual(['apple cake', 'stone']);
    expect(index.find('zebra')).toEqual([]);
    expect(index.find('?!')).toEqual([]);
  });

  it('uses at most eight words and returns at most twenty entries', () => {
    const index = SearchIndex.of(
      Array.from({ length: 50 }, (_, n) => ({ href: `/${n}`, title: `word${n}`, subtitle: '', text: 'common' })),
    );
    expect(index.find('common')).toHaveLength(20);
    expect(index.find(`${'absent '.repeat(8)}common`)).toEqual([]);
  });
});

describe('the list of results', () => {
  const words = fc.array(fc.constantFrom('key', '<b>', '"', "'", '&', 'users', '😀', '</title>'), { maxLength: 12 });

  it('escapes any query', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          words.map((each) => each.join(' ')),
        ),
        (query) => {
          const tags = [...resultsOf(query, index).matchAll(/<\/?([a-z0-9]+)/g)].map(([, tag = '']) => tag);
          expect(tags.filter((tag) => !OWN_TAGS.has(tag))).toEqual([]);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('shows a bounded excerpt around the words of the query, marked, and never breaks the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 600 }), fc.string({ maxLength: 600 }), (before, behind) => {
        const excerpt = excerptOf(`${before} needle ${behind}`.replaceAll(/\s+/g, ' '), ['needle']);
        expect(excerpt).toContain('<mark>needle</mark>');
        expect(excerpt.replaceAll(/<\/?mark>/g, '')).not.toMatch(/[<>"']/);
        expect(excerpt.replaceAll(/&#\d+;/g, 'x').length).toBeLessThan(400);
      }),
    );
  });
});

const OWN_TAGS = new Set(['a', 'h2', 'p', 'ol', 'li', 'mark']);

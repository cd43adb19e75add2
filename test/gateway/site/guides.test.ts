import { beforeAll, describe, expect, it } from 'vitest';
import { tags } from '../../../gateway/endpoint/tags.ts';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { readManuals } from '../../../site/manuals/manual-pages.ts';
import { inlineHtml } from '../../../site/markdown/markdown.ts';
import { referenceAnchors } from '../../../site/openapi/reference-anchors.ts';
import { anchorsIn, linksIn, mainOf } from '../../support/html.ts';
import { TestSystem } from '../../support/test-system.ts';

const manuals = await readManuals();
const GUIDES = manuals.flatMap(({ guides }) => guides.map(({ href }) => href));
const LISTS = manuals.map(({ manual }) => manual.path);
const isGerman = (path: string) => path.startsWith('/docs/de/');
const SEARCHES = ['/docs/search', '/docs/search?q=key'];

const system = await TestSystem.start();

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${system.url}${path}`, { method, headers: { accept: 'text/html', ...headers } });

async function pageAt(path: string): Promise<string> {
  const response = await get(path);
  expect([path, response.status, response.headers.get('content-type')]).toEqual([
    path,
    200,
    'text/html; charset=utf-8',
  ]);
  return response.text();
}

describe.each(manuals)('the pages below $manual.path', ({ manual: { path }, guides, pictures }) => {
  it.each([path, `${path}/`])('%s offers all of them, in order, with what is in each', async (list) => {
    const main = mainOf(await pageAt(list));
    const titles = [...main.matchAll(/<h3><a href="([^"]+)">/g)].map(([, href]) => href);
    expect(titles).toEqual(guides.map(({ href }) => href));
    for (const { line } of guides) expect(main).toContain(inlineHtml(line));
  });

  it('each links to the previous and the next one, and to its own sections', async () => {
    for (const [index, { href, sections }] of guides.entries()) {
      const html = await pageAt(href);
      const neighbour = (rel: string) => new RegExp(`<a href="([^"]+)" rel="${rel}">`).exec(html)?.[1];
      expect([neighbour('prev'), neighbour('next')]).toEqual([guides[index - 1]?.href, guides[index + 1]?.href]);
      for (const { anchor, depth } of sections) {
        expect(anchorsIn(html)).toContain(anchor);
        if (depth > 1) expect(linksIn(html)).toContain(`#${anchor}`);
      }
    }
  });

  it('their pictures are images without scripts', async () => {
    for (const name of pictures.keys()) {
      const response = await get(`${path}/${name}`);
      const type = name.endsWith('.svg') ? 'image/svg+xml' : 'image/png';
      expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
      expect(response.headers.get('content-security-policy')).toBe(
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
    }
  });
});

describe('the pages of all manuals', () => {
  it('each loads the scripts of this origin alone, and has none inside', async () => {
    for (const path of [...LISTS, ...GUIDES, ...SEARCHES]) {
      const response = await get(path);
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;/);
      expect(policy).not.toMatch(/https?:|\*|unsafe/);
      const html = await response.text();
      expect(html).not.toMatch(
        /<script(?! src="\/| type="module" src="\/)|<style|<iframe| style="|\son\w+="|src="(?:https?:)?\/\//,
      );
      expect(html).toContain('<meta name="color-scheme" content="light dark">');
    }
  });

  it('each leads to the sign-in of the console, wherever the console runs', async () => {
    for (const path of ['/', ...LISTS])
      expect(await pageAt(path)).toContain(
        `<a class="button" href="/console">${isGerman(path) ? 'Anmelden' : 'Sign in'}</a>`,
      );
    const console = await fetch(`${system.url}/console`);
    expect([console.status, await console.text()]).toEqual([200, expect.stringContaining('<h1>Sign in</h1>')]);
  });

  it('each is cached by clients, compressed or not, and has the same headers for HEAD', async () => {
    for (const path of [...LISTS, ...GUIDES])
      for (const coding of ['gzip', 'identity']) {
        const first = await get(path, { 'accept-encoding': coding });
        expect([first.headers.get('cache-control'), first.headers.get('content-encoding')]).toEqual([
          'no-cache',
          coding === 'gzip' ? 'gzip' : null,
        ]);
        const etag = first.headers.get('etag') ?? '';
        expect((await get(path, { 'accept-encoding': coding, 'if-none-match': etag })).status).toBe(304);
        const head = await get(path, { 'accept-encoding': coding }, 'HEAD');
        expect([head.status, head.headers.get('etag')]).toEqual([200, etag]);
      }
  });

  it.each(['nothing', 'nothing.md', '..%2f..%2fpackage.json', '__proto__', '%zz'])(
    '/docs/guides/%s is the problem of an unknown path for programs',
    async (name) => {
      const response = await get(`/docs/guides/${name}`, { accept: '*/*' });
      expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
      expect(await response.json()).toMatchObject({ code: 'resource_not_found', status: 404 });
    },
  );

  it.each(['/docs/guides', '/docs/guides/errors', '/docs/search'])('%s has no other method', async (path) => {
    const response = await get(path, {}, 'POST');
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });
});

describe('links', () => {
  const reference = new Set([
    ...Object.keys(tags).map((name) => referenceAnchors.tag(name)),
    ...endpoints.map((endpoint) => referenceAnchors.operation(endpoint)),
  ]);
  const pages = new Map<string, Promise<string>>();
  const known = (path: string) => pages.getOrInsertComputed(path, pageAt);

  beforeAll(async () => {
    const { info } = (await (await get('/api/v4/openapi.json')).json()) as { info: { description: string } };
    for (const [, heading = ''] of info.description.matchAll(/^## (.*)$/gm))
      reference.add(referenceAnchors.heading(heading));
  });

  async function isDead(href: string, page: string): Promise<boolean> {
    const { origin, pathname, search, hash } = new URL(href, system.url + page);
    if (origin !== system.url) return false;
    const anchor = decodeURIComponent(hash.slice(1));
    if (pathname === '/docs' && anchor !== '') return !reference.has(anchor);
    if (anchor !== '') return !anchorsIn((await known(pathname + search)) ?? '').includes(anchor);
    return ![200, 401].includes((await get(pathname + search, {}, 'HEAD')).status);
  }

  it('of manuals, errors, searches and the index lead to pages and anchors that exist', async () => {
    const dead: string[] = [];
    const codes = Object.keys(problemCodes).map((code) => `/errors/${code}`);
    for (const page of ['/', ...LISTS, ...GUIDES, '/errors', ...codes, ...SEARCHES])
      for (const href of new Set(linksIn((await known(page)) ?? '')))
        if (await isDead(href, page)) dead.push(`${page}: ${href}`);
    expect(dead).toEqual([]);
    expect(await isDead('errors#no-such-code', '/docs/guides/errors')).toBe(true);
    expect(await isDead('/docs#tag/users/GET/nobody', '/')).toBe(true);
  });
});

describe('a search', () => {
  it('lists all pages, operations and errors without scripts', async () => {
    const links = linksIn(mainOf(await pageAt('/docs/search?q=key')));
    const operations = endpoints.map((endpoint) => `/docs#${referenceAnchors.operation(endpoint)}`);
    const codes = Object.keys(problemCodes).map((code) => `/errors/${code}`);
    expect(new Set(links)).toEqual(new Set([...GUIDES, ...operations, ...codes]));
  });

  it('is offered by every page', async () => {
    for (const path of ['/', '/docs', '/errors', '/errors/conflict', ...LISTS, ...GUIDES, ...SEARCHES]) {
      const html = await pageAt(path);
      expect(html).toContain('<form role="search" action="/docs/search">');
      const lists = LISTS.filter((list) => list !== (isGerman(path) ? '/docs/guides' : '/docs/de/guides'));
      for (const href of ['/', ...lists, '/docs', '/errors']) expect(linksIn(html)).toContain(href);
    }
  });
});

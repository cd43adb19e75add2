import type { FastifyInstance } from 'fastify';
import { assetOf, sendAsset } from './asset.ts';
import { pageHeaders, pageOf, withCode } from './page.ts';
import { prefersHtml } from './prefers-html.ts';

/** `/`: links to everything else, as a page for people and as JSON for programs. */
export async function landingPage(app: FastifyInstance): Promise<void> {
  const [page, index] = await Promise.all([
    assetOf('text/html; charset=utf-8', PAGE, ['accept']),
    assetOf('application/json; charset=utf-8', JSON.stringify(INDEX), ['accept']),
  ]);
  app.get('/', async (request, reply) =>
    prefersHtml(request.headers.accept)
      ? sendAsset(request, reply.headers(pageHeaders), page)
      : sendAsset(request, reply, index),
  );
}

interface Entry {
  /** Its name in the JSON index. */
  readonly key: string;
  readonly path: string;
  readonly title: string;
  /** A description for people. */
  readonly text: string;
}

const ENTRIES: readonly Entry[] = [
  {
    key: 'guides',
    path: '/docs/guides',
    title: 'Guides',
    text: 'How to start, keep a copy in sync, write safely, and more, with examples in `curl` and TypeScript.',
  },
  {
    key: 'docs',
    path: '/docs',
    title: 'API reference',
    text: 'How to authenticate, and every operation with examples. You can send requests from the page.',
  },
  {
    key: 'errors',
    path: '/errors',
    title: 'Error codes',
    text: 'What each `code` means, and what to do about it.',
  },
  {
    key: 'openapi',
    path: '/api/v4/openapi.json',
    title: 'OpenAPI document',
    text: 'The description of the API for tools, OpenAPI 3.1.',
  },
  {
    key: 'collection',
    path: '/docs/lyceum.postman_collection.json',
    title: 'Collection of requests',
    text: 'For Postman and Bruno. In TypeScript, use the client `@lyceum/client`; the operator of this installation gives it to you.',
  },
  {
    key: 'feed',
    path: '/api/v4/events',
    title: 'Feed of events',
    text: 'All changes in your institution, in order. Requires credentials. Webhooks send you the same events.',
  },
  {
    key: 'status',
    path: '/readyz',
    title: 'Status',
    text: 'Whether all services respond. For the operator: an installation may not expose it.',
  },
];

const INDEX = {
  name: 'Lyceum',
  api: '/api/v4',
  ...Object.fromEntries(ENTRIES.map(({ key, path }) => [key, path])),
};

const PAGE = pageOf({
  title: 'Lyceum',
  body: `<main>
<h1>Lyceum</h1>
<p>This is the API of an education-institution platform: users and courses, locations and rooms, appointments, curricula, time tracking.
It is at <code>/api/v4</code>. You need the credentials of an integration: <a href="/docs/guides/authentication#get-credentials">an administrator of your institution creates it</a>.</p>
<dl>
${ENTRIES.map(({ path, title, text }) => `<dt><a href="${path}">${title}</a></dt>\n<dd>${withCode(text)}</dd>`).join('\n')}
</dl>
</main>`,
});

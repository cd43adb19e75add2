import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../problem/problem.ts';
import { pageHeaders, pageOf } from './page.ts';
import { prefersHtml } from './prefers-html.ts';

/** Answers people who mistyped the address of a page; programs, and all that is below `/api`, get the problem. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): boolean {
  if (problem.status !== 404 || request.url.startsWith('/api/') || !prefersHtml(request.headers.accept)) return false;
  request.problem = problem;
  reply.code(404).headers(pageHeaders).header('vary', 'accept').type('text/html; charset=utf-8').send(PAGE);
  return true;
}

const PAGE = pageOf({
  title: 'Page not found',
  body: `<main class="prose" id="main">
<h1>Page not found</h1>
<p class="lead">There is no page at this address. Search for what you need, or begin with one of these:</p>
<ul>
<li><a href="/docs/guides">All guides</a></li>
<li><a href="/docs">The reference, with every operation</a></li>
<li><a href="/errors">All error codes</a></li>
<li><a href="/docs/operate">Pages for operators</a></li>
<li><a href="/docs/develop">Pages for developers</a></li>
</ul>
</main>`,
});

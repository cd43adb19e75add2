import type { FastifyInstance, FastifyReply } from 'fastify';
import { Problem, type ProblemCode } from '../problem/problem.ts';
import { problemCodes } from '../problem/problem-codes.ts';
import { pageHeaders, pageOf, withCode } from './page.ts';

/**
 * `/errors` lists all codes; below it each code has the page that a problem's `type` points to: what it means and what a client should do
 * (decisions 3.3).
 */
export async function errorPages(app: FastifyInstance): Promise<void> {
  for (const path of ['/errors', '/errors/']) app.get(path, async (_request, reply) => sendPage(reply, LIST));
  app.get<{ Params: { code: string } }>('/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isProblemCode(code)) throw new Problem(404, 'resource_not_found', { detail: 'There is no such error code.' });
    return sendPage(reply, pageOfCode(code));
  });
}

/** The same for every client until the next release. */
function sendPage(reply: FastifyReply, page: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'public, max-age=3600', ...pageHeaders })
    .send(page);
}

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

/** The section of the guide about errors with an example of the code. */
function guideTo(code: string): string {
  return `/docs/guides/errors#${code}`;
}

const LIST = pageOf({
  title: 'Error codes',
  body: `<main>
<h1>Error codes</h1>
<p>Every error is <code>application/problem+json</code> with one of these codes. Branch on <code>code</code>, never on <code>detail</code>.</p>
${Object.entries(problemCodes)
  .map(
    ([code, { statuses, meaning, remedy }]) => `<h2 id="${code}"><a href="/errors/${code}"><code>${code}</code></a></h2>
<p class="muted">Status ${statuses.join(', ')}</p>
<p>${withCode(meaning)}</p>
<p><b>What to do:</b> ${withCode(remedy)}</p>
<p><a href="${guideTo(code)}">In the guide</a></p>`,
  )
  .join('\n')}
</main>`,
});

function pageOfCode(code: ProblemCode): string {
  const { title, statuses, meaning, remedy, guide } = problemCodes[code];
  return pageOf({
    title,
    body: `<main>
<h1>${title}</h1>
<p><code>${code}</code>, status ${statuses.join(', ')}</p>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p>
<p>In the guides: <a href="${guideTo(code)}">Errors, <code>${code}</code></a></p>
<p>In the reference: <a href="/docs#description/${guide.toLowerCase().replaceAll(' ', '-')}">${guide}</a></p>
</main>`,
  });
}

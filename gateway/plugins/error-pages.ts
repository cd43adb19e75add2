import type { FastifyInstance } from 'fastify';
import { Problem, type ProblemCode } from '../problem/problem.ts';
import { problemCodes } from '../problem/problem-codes.ts';

/** The page that a problem's `type` points to: what the code means and what a client should do (decisions 3.3). */
export async function errorPages(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { code: string } }>('/errors/:code', async (request, reply) => {
    const { code } = request.params;
    if (!isProblemCode(code)) throw new Problem(404, 'resource_not_found', { detail: 'There is no such error code.' });
    return reply.type('text/html; charset=utf-8').headers(HEADERS).send(page(code));
  });
}

/** The same for everybody until the next release; the page is text and its own style. */
const HEADERS = {
  'cache-control': 'public, max-age=3600',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
};

function isProblemCode(code: string): code is ProblemCode {
  return Object.hasOwn(problemCodes, code);
}

function page(code: ProblemCode): string {
  const { title, statuses, meaning, remedy } = problemCodes[code];
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:3rem auto;padding:0 1rem}code{font-size:.95em}</style></head>
<body><h1>${title}</h1>
<p><code>${code}</code>, status ${statuses.join(', ')}</p>
<p>${withCode(meaning)}</p>
<h2>What to do</h2>
<p>${withCode(remedy)}</p></body></html>
`;
}

function withCode(text: string): string {
  return text.replaceAll(/`([^`]+)`/g, '<code>$1</code>');
}

import { readFileSync } from 'node:fs';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Problem } from '../problem/problem.ts';
import { SITE_FOLDER } from './manifest.ts';
import { prefersHtml } from './prefers-html.ts';
import { policies } from './serve-site.ts';

/** Sends a page to people after a mistyped address. Programs, and all requests below `/api`, get the problem. */
export function sendNotFoundPage(request: FastifyRequest, reply: FastifyReply, problem: Problem): boolean {
  if (problem.status !== 404 || request.url.startsWith('/api/') || !prefersHtml(request.headers.accept)) return false;
  page ??= readPage();
  if (page === undefined) return false;
  request.problem = problem;
  reply.code(404).headers(policies.page).header('vary', 'accept').type('text/html; charset=utf-8').send(page);
  return true;
}

let page: Buffer | undefined;

/** Undefined while the documentation is not built. */
function readPage(): Buffer | undefined {
  try {
    return readFileSync(new URL('not-found.html', SITE_FOLDER));
  } catch {
    return undefined;
  }
}

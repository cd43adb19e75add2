import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '../endpoint/endpoint.ts';

export async function openapi(
  _app: FastifyInstance,
  _options: { readonly endpoints: readonly Endpoint[] },
): Promise<void> {}

import type { FastifyReply } from 'fastify';

export const SCIM_TYPE = 'application/scim+json';

/** Sent as bytes, because the framework would add a charset to a text, which this media type does not have. */
export function sendScim(reply: FastifyReply, body: object): FastifyReply {
  return reply.header('content-type', SCIM_TYPE).send(Buffer.from(JSON.stringify(body)));
}

/** @param total of all pages @param startIndex of this one, from 1 */
export function listOf(resources: readonly object[], total = resources.length, startIndex = 1): object {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

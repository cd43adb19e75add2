import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem } from '../problem/problem.ts';
import { ENTERPRISE_URN, USER_URN } from './attribute-path.ts';
import { MOST_PER_PAGE, pageOf, queryByName } from './list-query.ts';
import { listOf, sendScim } from './scim-answer.ts';

/** The capabilities of the server and the schemas of its resources (RFC 7643, 5 to 7). */

const text = (name: string, description: string, more: object = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...more,
});
const complex = (name: string, description: string, subAttributes: object[], multiValued = false) => ({
  name,
  type: 'complex',
  multiValued,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
  subAttributes,
});
const flag = (name: string, description: string) => ({
  name,
  type: 'boolean',
  multiValued: false,
  description,
  required: false,
  mutability: 'readWrite',
  returned: 'default',
});
const values = (description: string) => [
  text('value', description),
  text('type', 'The kind of value.', { mutability: 'readOnly' }),
  flag('primary', 'Whether it is the main one.'),
];

const SCHEMAS = [
  {
    id: USER_URN,
    name: 'User',
    description: 'A person of the institution.',
    attributes: [
      text('userName', 'The e-mail address.', { required: true, uniqueness: 'server' }),
      text('displayName', 'The full name. Without one, it follows first and last name.'),
      complex('name', 'The parts of the name.', [
        text('formatted', 'The full name, if there is no displayName.'),
        text('givenName', 'The first name.'),
        text('familyName', 'The last name.'),
      ]),
      flag('active', 'Whether the person is not archived.'),
      complex('emails', 'The e-mail address: one, and the same as userName.', values('The address.'), true),
      complex('photos', 'The picture.', values('Its URL.'), true),
    ],
  },
  {
    id: ENTERPRISE_URN,
    name: 'Enterprise User',
    description: 'What an institution knows of its people.',
    attributes: [text('employeeNumber', 'The membership code of the badge.', { uniqueness: 'server' })],
  },
];

const RESOURCE_TYPE = {
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
  id: 'User',
  name: 'User',
  endpoint: '/Users',
  description: 'A person of the institution.',
  schema: USER_URN,
  schemaExtensions: [{ schema: ENTERPRISE_URN, required: false }],
};

const SCHEMA_URN = 'urn:ietf:params:scim:schemas:core:2.0:Schema';
const unsupported = { supported: false };

/** Serves the documents. @param base the URL of `/scim/v2` */
export function discovery(app: FastifyInstance, base: () => string): void {
  app.get('/ServiceProviderConfig', async (_request, reply) => sendScim(reply, documents(base()).config));
  // Some directories ask before they send people, and end at an answer that is no list.
  app.get('/Groups', async ({ query }, reply) => sendScim(reply, listOf([], 0, pageOf(queryByName(query)).offset + 1)));
  for (const path of ['Schemas', 'ResourceTypes'] as const) {
    app.get(`/${path}`, async (_request, reply) => sendScim(reply, listOf(documents(base())[path])));
    app.get(`/${path}/:id`, async (request: FastifyRequest, reply) => {
      const { id } = request.params as { readonly id: string };
      const found = documents(base())[path].find((each) => each.id.toLowerCase() === id.toLowerCase());
      if (!found) throw new Problem(404, 'resource_not_found', { detail: `There is no such document in ${path}.` });
      return sendScim(reply, found);
    });
  }
}

function documents(base: string) {
  const at = (resourceType: string, path: string) => ({ meta: { resourceType, location: `${base}/${path}` } });
  const schemas = SCHEMAS.map((each) => ({ schemas: [SCHEMA_URN], ...each, ...at('Schema', `Schemas/${each.id}`) }));
  const types = [{ ...RESOURCE_TYPE, ...at('ResourceType', 'ResourceTypes/User') }];
  const config = {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
    documentationUri: new URL('/docs/guides/directory-sync', base).href,
    patch: { supported: true },
    bulk: { ...unsupported, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: MOST_PER_PAGE },
    changePassword: unsupported,
    sort: unsupported,
    etag: { supported: true },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer token',
        description: 'A token that an administrator creates in the console, under Integrations, Directory sync.',
        primary: true,
      },
    ],
    ...at('ServiceProviderConfig', 'ServiceProviderConfig'),
  };
  return { config, Schemas: schemas, ResourceTypes: types };
}

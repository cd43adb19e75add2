import { randomUUID } from 'node:crypto';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { type Endpoint, isPublic } from '../../../gateway/endpoint/endpoint.ts';
import { queryOf } from '../../../gateway/endpoint/query-of.ts';
import type { ProblemCode } from '../../../gateway/problem/problem.ts';
import { problemCodes } from '../../../gateway/problem/problem-codes.ts';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { compileValidator } from '../../../gateway/schema/validate.ts';
import { feedTypes } from '../../../services/webhooks/domain/event-types.ts';
import { neededQuery } from '../../../site/openapi/needed-query.ts';
import { statusesOf } from '../../../site/openapi/statuses.ts';
import { OpenapiDocument } from '../../support/openapi-document.ts';
import { bodyNaming, pathWith, queryNaming, operations as withCredentials } from '../../support/operations.ts';
import { newUser } from '../../support/test-directory.ts';
import type { TestRequest } from '../../support/test-messages.ts';
import { TestSystem } from '../../support/test-system.ts';

const system = await TestSystem.start();
const document = new OpenapiDocument(await (await fetch(`${system.url}/api/v4/openapi.json`)).json());

describe('GET /api/v4/openapi.json', () => {
  it.each(['identity', 'gzip'])('is public, and answers 304 to its own ETag: %s', async (coding) => {
    const getDocument = (headers: Record<string, string>) =>
      fetch(`${system.url}/api/v4/openapi.json`, { headers: { 'accept-encoding': coding, ...headers } });
    const first = await getDocument({});
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    expect(first.headers.get('content-encoding')).toBe(coding === 'gzip' ? 'gzip' : null);
    expect(await first.json()).toEqual(document.root);
    const again = await getDocument({ 'if-none-match': first.headers.get('etag') ?? '' });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('is a valid OpenAPI 3.1 document of version 4.3.0 with Basic security', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document.root));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.root.openapi).toBe('3.1.0');
    expect(document.root.info.version).toBe('4.3.0');
    expect(document.root.servers).toEqual([{ url: '/api/v4', description: 'This installation.' }]);
    expect(document.root.security).toEqual([{ basic: [] }]);
    expect(document.root.components.securitySchemes.basic).toMatchObject({ type: 'http', scheme: 'basic' });
  });

  it('has what every reference names, and no component that none names', () => {
    const named = new Set(document.references());
    for (const reference of named) expect(document.at(reference), reference).toBeDefined();
    const { securitySchemes, ...kinds } = document.root.components;
    const components = Object.entries<object>(kinds).flatMap(([kind, all]) =>
      Object.keys(all).map((name) => `#/components/${kind}/${name}`),
    );
    expect(components.filter((component) => !named.has(component))).toEqual([]);
  });

  it('has a webhook for each type of event, and the test', () => {
    const types = [...Object.values(feedTypes).map(({ type }) => type), 'webhook.test'];
    expect(Object.keys(document.root.webhooks)).toEqual(types);
    for (const type of types) {
      const { requestBody } = document.root.webhooks[type].post;
      const { schema, example } = requestBody.content['application/json'];
      expect(document.faults(schema.$ref, example)).toEqual([]);
      expect(document.faults(schema.$ref, { ...example, type: 'other' })).not.toEqual([]);
    }
  });

  it('marks a member of answers that the specification does not have', () => {
    const { User, AppointmentSafeUser } = document.root.components.schemas;
    expect(User.properties.erasedAt).toMatchObject({ 'x-extension': true, type: ['string', 'null'] });
    expect(AppointmentSafeUser.properties).not.toHaveProperty('erasedAt');
  });

  it('has examples that obey their schemas, wherever it has any', () => {
    const examples = document.examples();
    expect(examples.length).toBeGreaterThan(50);
    expect(examples.flatMap(({ pointer, faults }) => (faults.length > 0 ? [{ pointer, faults }] : []))).toEqual([]);
  });
});

const operations = endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const);

describe.each(operations)('%s', (_name, endpoint) => {
  const operation = () => document.root.paths[endpoint.path][endpoint.method.toLowerCase()];
  const response = (status: number) => document.resolve(operation().responses[status]);
  const parameters = (location: string) =>
    operation()
      .parameters.map((parameter: object) => document.resolve(parameter))
      .filter((parameter: { in: string }) => parameter.in === location);
  const names = (location: string) => parameters(location).map(({ name }: { name: string }) => name);

  it('documents the headers of every response', () => {
    for (const status of statusesOf(endpoint)) {
      const headers = Object.keys(response(status).headers);
      expect(headers).toContain('X-Request-Id');
      expect(headers.includes('RateLimit-Limit')).toBe(status !== 401 && !isPublic(endpoint));
    }
  });

  it('has problems for all errors, with an example of each code', () => {
    for (const status of statusesOf(endpoint).filter((each) => each >= 400)) {
      const { content } = response(status);
      expect(Object.keys(content)).toEqual(['application/problem+json']);
      const { schema, examples } = content['application/problem+json'];
      expect(schema).toEqual({ $ref: '#/components/schemas/Problem' });
      const problems = Object.values<{ value: { status: number; code: ProblemCode } }>(examples);
      expect(problems.length).toBeGreaterThan(0);
      for (const { value } of problems) {
        expect(value.status).toBe(status);
        expect(problemCodes[value.code].statuses).toContain(status);
      }
    }
  });

  it('documents when to retry, and how to authenticate', () => {
    for (const status of statusesOf(endpoint)) {
      const repeats = [429, 503].includes(status) || (status === 409 && endpoint.kind === 'write');
      expect('Retry-After' in response(status).headers).toBe(repeats);
      expect('WWW-Authenticate' in response(status).headers).toBe(status === 401);
    }
  });

  it('has its parameters', () => {
    expect(names('path').map((name: string) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    const own = Object.keys(queryOf(endpoint).properties);
    const member = endpoint.member ? ['userId', 'email', 'code'] : [];
    const query = {
      read: [...member, ...own, 'fields'],
      list: [...member, 'limit', 'cursor', ...own, 'fields'],
      write: [],
      document: own,
    };
    expect(names('query')).toEqual(query[endpoint.kind]);
    const { idempotencyKey, ifMatch } = endpoint.kind === 'write' ? endpoint : {};
    expect(
      parameters('header').map(({ name, required }: { name: string; required?: true }) => [name, required]),
    ).toEqual([
      ...(['read', 'document'].includes(endpoint.kind) ? [['If-None-Match', undefined]] : []),
      ...(endpoint.kind === 'write' ? [['Idempotency-Key', idempotencyKey === 'required' || undefined]] : []),
      ...(ifMatch ? [['If-Match', ifMatch === 'required' || undefined]] : []),
      ['X-Request-Id', undefined],
    ]);
  });

  it('has an example of each; those of optional ones are not what the reference sends by default', () => {
    for (const { name, required, example, examples } of ['path', 'query', 'header'].flatMap(parameters)) {
      if (required) expect(example, name).toBeDefined();
      else expect(examples, name).toEqual({ example: { value: expect.anything(), 'x-disabled': true } });
    }
  });

  it('states whether it is an addition to the specification', () => {
    expect(operation()['x-extension']).toBe(endpoint.isExtension);
    expect(
      /\.ics$|^\/(events|webhook-endpoints|rooms\/free|user-groups|calendar-feeds|requests|usage|integration|calendar-days|time-tracking\/(totals|member-totals|member-logs|findings))\b/.test(
        endpoint.path,
      ),
    ).toBe(endpoint.isExtension ?? false);
  });

  it('states whether it requires credentials', () => {
    expect(operation().security).toEqual(isPublic(endpoint) ? [] : undefined);
  });

  it('has examples that obey the schemas which requests and answers are held to', () => {
    const data = endpoint.kind === 'list' ? endpoint.item : endpoint.kind !== 'document' && endpoint.data;
    if (data) expect(compileValidator(data)(endpoint.example)).toEqual([]);
    if (endpoint.kind === 'write' && endpoint.body) {
      const example = operation().requestBody.content['application/json'].example;
      expect(compileValidator(endpoint.body)(example)).toEqual([]);
      expect(endpoint.rules?.(example as never) ?? []).toEqual([]);
    }
  });
});

describe('real responses match the document', () => {
  it.each(withCredentials)('%s', async (_name, endpoint) => {
    const { client } = await system.newInstitution();
    if (endpoint.member) await newUser(client, { code: 'NH-0001' });
    const path = pathWith(endpoint, '01981c8e-7d3a-7c3f-9a55-3d1c6a2f0b11') + neededQuery(endpoint);
    const answers = [];
    for (const { at = path, ...request } of requestsTo(endpoint)) {
      answers.push(await client.send(endpoint.method, at, request));
    }
    for (const { status, body, text } of answers) {
      const shown = endpoint.kind === 'document' && status === 200 ? text : body;
      expect(document.faultsOf(endpoint, status, shown), `${status}`).toEqual([]);
    }
    expect(new Set(answers.map(({ status }) => status)).size).toBeGreaterThan(2);
  });
});

/** Requests that each have a different response; the path's resource does not exist. */
function requestsTo(endpoint: Endpoint): (TestRequest & { readonly at?: string })[] {
  const noCredentials = { headers: { authorization: 'Basic' } };
  const badId = endpoint.path.includes('{') ? [{ at: endpoint.path.replaceAll(/\{\w+\}/g, '!') }] : [];
  if (endpoint.kind !== 'write') {
    const query = queryNaming(endpoint, { code: 'NH-0001' });
    const badMember = endpoint.member ? [{}, { query: { code: 'unknown' } }, { query: { code: ' ' } }] : [];
    const badLimit = endpoint.kind === 'list' ? [{ limit: '0' }, { cursor: 'none' }] : [];
    const badOwn = endpoint.kind === 'document' ? [{ roomId: '' }, { roomId: 'none' }] : [{ fields: 'none' }];
    const badQueries = [...badOwn, ...badLimit].map((bad) => ({ query: { ...query, ...bad } }));
    return [{ query }, noCredentials, ...badId, ...badQueries, ...badMember];
  }
  const key = { key: randomUUID() };
  const json = endpoint.bodyExample as object;
  return [
    { json, ...key },
    { json, ...key },
    { json: { none: 1 }, ...key },
    { json: { none: 1, ...bodyNaming(endpoint, { code: 'NH-0001' }) }, ...key },
    { json: { ...json, ...bodyNaming(endpoint, { code: 'unknown' }) }, ...key },
    { json: { ...json, ...bodyNaming(endpoint, { code: ' ' }) }, ...key },
    { json, ...noCredentials },
    ...badId.map((request) => ({ ...request, json, ...key })),
    { text: '{', ...key },
    { text: 'text', headers: { 'content-type': 'text/plain' }, ...key },
    { text: ' '.repeat(2 ** 20 + 1), ...key },
  ];
}

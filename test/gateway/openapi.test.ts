import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openapiDocument } from '../../gateway/openapi/document.ts';
import { statusesOf } from '../../gateway/openapi/statuses.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';
import { compileValidator } from '../../gateway/schema/validate.ts';
import { TestSystem } from '../support/test-system.ts';

let system: TestSystem;
// biome-ignore lint/suspicious/noExplicitAny: the document is looked into as JSON.
let document: any;

beforeAll(async () => {
  system = await TestSystem.start();
  document = await (await fetch(`${system.url}/api/v4/openapi.json`)).json();
});
afterAll(() => system.stop());

describe('GET /api/v4/openapi.json', () => {
  it('is public, and answers 304 to its own ETag', async () => {
    const first = await fetch(`${system.url}/api/v4/openapi.json`);
    expect(first.status).toBe(200);
    const again = await fetch(`${system.url}/api/v4/openapi.json`, {
      headers: { 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect(again.status).toBe(304);
  });

  it('is a valid OpenAPI 3.1 document of version 4.3.0 with Basic security', async () => {
    const { valid, errors } = await new Validator().validate(structuredClone(document));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
    expect(document.info.version).toBe('4.3.0');
    expect(document.security).toEqual([{ basic: [] }]);
    expect(document.components.securitySchemes.basic).toMatchObject({ type: 'http', scheme: 'basic' });
  });

  it('is the same document every time', () => {
    expect(JSON.stringify(openapiDocument(endpoints))).toBe(JSON.stringify(openapiDocument(endpoints)));
  });

  it('finds every reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name ?? '',
    );
    expect(references.length).toBeGreaterThan(10);
    for (const name of references) expect(document.components.schemas).toHaveProperty(name);
  });
});

describe.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s',
  (_name, endpoint) => {
    const operation = () => document.paths[endpoint.path][endpoint.method.toLowerCase()];

    it('has every status that it can answer, and problems for all errors', () => {
      expect(Object.keys(operation().responses)).toEqual(statusesOf(endpoint).map(String));
      for (const [status, response] of Object.entries<{ content?: object }>(operation().responses)) {
        if (Number(status) >= 400) expect(Object.keys(response.content ?? {})).toEqual(['application/problem+json']);
      }
    });

    it('names its path parameters', () => {
      const named = operation().parameters.filter((parameter: { in: string }) => parameter.in === 'path');
      expect(named.map(({ name }: { name: string }) => `{${name}}`)).toEqual(endpoint.path.match(/\{\w+\}/g) ?? []);
    });

    it('has examples that obey their schemas', () => {
      const data = endpoint.kind === 'list' ? endpoint.item : endpoint.data;
      if (data) expect(compileValidator(data)(endpoint.example)).toEqual([]);
      if (endpoint.kind === 'write' && endpoint.body) {
        expect(endpoint.bodyExample).toBeDefined();
        expect(compileValidator(endpoint.body)(endpoint.bodyExample)).toEqual([]);
      }
    });
  },
);

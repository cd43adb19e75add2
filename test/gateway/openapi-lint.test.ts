import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { openapiDocument } from '../../gateway/openapi/document.ts';
import { endpoints } from '../../gateway/routes/endpoints.ts';

/** What Redocly's recommended rules find. */
async function faultsOf(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ ruleId, location: [first] }) => `${ruleId}: ${first?.pointer}`);
}

it('the document obeys the rules that integrators lint with', async () => {
  const document = JSON.parse(JSON.stringify(openapiDocument(endpoints)));
  expect(await faultsOf(document)).toEqual([]);
  delete document.tags[0].description;
  expect(await faultsOf(document)).toEqual(['tag-description: #/tags/0/description']);
});

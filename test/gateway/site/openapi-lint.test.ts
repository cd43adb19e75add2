import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, it } from 'vitest';
import { endpoints } from '../../../gateway/routes/endpoints.ts';
import { openapiDocument } from '../../../site/openapi/document.ts';

/** The findings of Redocly's recommended rules. */
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

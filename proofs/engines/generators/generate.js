// Makes what others make of the OpenAPI document `openapi.json` in the current folder: types and classes of its webhooks.
import { readFileSync, writeFileSync } from 'node:fs';
import { createClient } from '@hey-api/openapi-ts';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { generate } from 'orval';
import { FetchingJSONSchemaStore, InputData, JSONSchemaInput, quicktype } from 'quicktype-core';

const text = readFileSync('openapi.json', 'utf8');
writeFileSync('openapi-typescript.ts', astToString(await openapiTypescript(text)));

const heyApi = { output: 'hey-api', plugins: ['@hey-api/typescript'], logs: { level: 'silent' } };
await createClient({ input: JSON.parse(text), ...heyApi });

await generate({ input: { target: JSON.parse(text) }, output: { target: 'orval/index.ts', schemas: 'orval/model' } });

// Without formats, so that its classes need no package for times.
const { components } = JSON.parse(text, (key, value) => (key === 'format' ? undefined : value));
const input = new JSONSchemaInput(new FetchingJSONSchemaStore());
for (const name of ['UserCreatedEvent', 'LogDeletedEvent'])
  await input.addSource({ name, schema: JSON.stringify({ ...components.schemas[name], components }) });
const inputData = new InputData();
inputData.addInput(input);
const { lines } = await quicktype({ inputData, lang: 'python', rendererOptions: { 'python-version': '3.7' } });
writeFileSync('events.py', lines.join('\n'));

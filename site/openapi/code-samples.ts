import type { Endpoint } from '../../gateway/endpoint/endpoint.ts';
import { typescriptSample } from './client-samples.ts';
import { curlSample } from './curl-samples.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is read as JSON.
type Json = any;

/**
 * The document with samples of each operation, which the reference shows as they are.
 * @param document the OpenAPI document of the endpoints
 * @param origin where requests go
 */
export function withCodeSamples(document: Json, endpoints: readonly Endpoint[], origin: string): object {
  const paths = structuredClone(document.paths);
  const base = origin + document.servers[0].url;
  for (const endpoint of endpoints) {
    paths[endpoint.path][endpoint.method.toLowerCase()]['x-codeSamples'] = [
      { lang: 'Shell', label: 'curl', source: curlSample(endpoint, base) },
      { lang: 'TypeScript', label: 'TypeScript', source: typescriptSample(endpoint) },
    ];
  }
  return { ...document, paths };
}

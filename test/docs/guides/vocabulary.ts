import type { ApiNames } from './api-names.ts';
import type { Guide } from './guide.ts';
import { requestOf, requestsIn } from './requests.ts';

/** The forms of API names: `snake_case`, `camelCase`, `user.created`. */
const NAME = /^[a-z]+(?:_[a-z]+)+$|^[a-z]+(?:[A-Z][a-z]*)+$|^[a-z_]+\.[a-z_]+$/;
const HEADER = /^[A-Z][a-z]*(?:-[A-Z][a-z]*)+$/;
/** Files that the programs of guides save: `lyceum.ts`, `lyceum.py`, `punches.jsonl`; and those of other programs. */
const FILE = /\.(ts|py|jsonl?)$/;

/** Names in a guide that the API does not have. */
export function findUnknown({ slug, text, blocks }: Guide, names: ApiNames): string[] {
  const scripts = blocks.filter(({ language }) => language === 'sh').map((block) => block.text);
  const requests = scripts.flatMap(requestsIn).filter(({ path }) => path !== '/openapi.json');
  const prose = text.replaceAll(/^```.*?^```$/gms, '');
  const quoted = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code);
  return [
    ...requests.flatMap((request) => names.faultsOf(request)),
    ...quoted.flatMap((code) => faultsOfQuoted(code, names)),
  ].map((fault) => `${slug}.md: ${fault}`);
}

function faultsOfQuoted(code: string, names: ApiNames): string[] {
  const request = requestOf(code);
  if (request) return names.faultsOf(request);
  if (HEADER.test(code)) return names.hasHeader(code) ? [] : [`there is no header ${code}`];
  return NAME.test(code) && !FILE.test(code) && !names.has(code) ? [`nothing is called ${code}`] : [];
}

import type { SourceFile } from '../project/source-file.ts';

/**
 * The RPCs of other services that each process calls, by the name of the process: `gateway`, `console`, or a service.
 */
export function findCalledRpcs(files: readonly SourceFile[]): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const caller = /^(?:services\/(\w+)|(gateway|console))\//.exec(path);
    const name = caller?.[1] ?? caller?.[2];
    if (name === undefined) continue;
    for (const rpc of rpcsOf(text)) if (!rpc.startsWith(`lyceum.${name}.`)) add(called, name, rpc);
  }
  return called;
}

/** `lyceum.directory.v1.UserService/getUser` for each `UserService.method.getUser`. */
function* rpcsOf(text: string): Generator<string> {
  const services = new Map<string, string>();
  for (const [, names = '', folder] of text.matchAll(IMPORT))
    for (const [, name = '', alias = name] of names.matchAll(NAME)) services.set(alias, `lyceum.${folder}.v1.${name}`);
  for (const [, service = '', method] of text.matchAll(METHOD)) {
    const full = services.get(service);
    if (full !== undefined) yield `${full}/${method}`;
  }
}

const IMPORT = /import \{([^}]*)\} from '[./]*proto\/gen\/lyceum\/(\w+)\/v1\/\w+_pb\.ts'/g;
const NAME = /\b(\w+Service)\b(?: as (\w+))?/g;
const METHOD = /\b(\w+)\.method\.(\w+)/g;

function add(sets: Map<string, Set<string>>, name: string, value: string): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(value));
}

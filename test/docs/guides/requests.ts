/** A request in a script, reduced to what can be checked against the document. */
export interface ShownRequest {
  readonly method: string;
  readonly path: string;
  /** Names of its query. */
  readonly parameters: readonly string[];
  readonly headers: readonly string[];
}

/** The `curl` requests of a script; a variable or a command in a URL counts as a path segment. */
export function requestsIn(script: string): ShownRequest[] {
  const commands = script.replaceAll('\\\n', ' ').split(/\bcurl /);
  return commands.slice(1).flatMap((command) => {
    const filled = command.replaceAll(/\$\([^()]*(?:\([^()]*\)[^()]*)*\)/g, 'x').replaceAll(/\$\w+/g, 'x');
    const [, path, query = ''] = /\/api\/v4(\/[^"'?\s]*)(?:\?([^"'\s]*))?/.exec(filled) ?? [];
    if (path === undefined) return [];
    const method = /(?:^| )-X (\w+)/.exec(filled)?.[1] ?? (/ -d /.test(filled) ? 'POST' : 'GET');
    const headers = [...filled.matchAll(/ -H ["']([\w-]+):/g)].map(([, name = '']) => name);
    return [{ method, path, parameters: namesOf(query), headers }];
  });
}

/** The request in a text in backquotes: `GET /courses?code=`; null if it is none. */
export function requestOf(code: string): ShownRequest | null {
  const [, method, path, query = ''] = /^(GET|POST|PATCH|DELETE) (\/[^?\s]*)(?:\?(\S*))?$/.exec(code) ?? [];
  return method === undefined || path === undefined ? null : { method, path, parameters: namesOf(query), headers: [] };
}

function namesOf(query: string): string[] {
  return query.split('&').flatMap((each) => each.split('=')[0] || []);
}

import { randomUUID } from 'node:crypto';

interface KeyValue {
  readonly key: string;
  readonly value: string;
  readonly disabled?: boolean;
}

/** A request of a collection for Postman, format 2.1. */
export interface Item {
  readonly name: string;
  readonly request: {
    readonly auth?: { readonly type: 'noauth' };
    readonly method: string;
    readonly header: readonly KeyValue[];
    readonly url: {
      readonly raw: string;
      readonly host: readonly string[];
      readonly path: readonly string[];
      readonly query: readonly KeyValue[];
      readonly variable: readonly KeyValue[];
    };
    readonly body?: { readonly raw: string };
  };
  readonly event: readonly { readonly listen: string; readonly script: { readonly exec: readonly string[] } }[];
}

export interface Collection {
  readonly variable: readonly KeyValue[];
  readonly item: readonly { readonly name: string; readonly item: readonly Item[] }[];
}

interface Result {
  readonly name: string;
  readonly status: number;
  /** The tests of the collection that failed. */
  readonly faults: readonly string[];
}

/** Sends all requests of a collection one after the other, as Postman does, with what its scripts use of `pm`; `pass` lets time pass between them. */
export async function runCollection(
  collection: Collection,
  credentials: { readonly clientId: string; readonly clientSecret: string },
  pass: () => void,
): Promise<Result[]> {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]));
  variables.set('clientId', credentials.clientId).set('clientSecret', credentials.clientSecret);
  const results: Result[] = [];
  for (const item of collection.item.flatMap(({ item }) => item)) {
    results.push(await run(item, variables));
    pass();
  }
  return results;
}

async function run({ name, request, event }: Item, variables: Map<string, string>): Promise<Result> {
  const filled = (text: string) =>
    text.replaceAll(/\{\{([$\w]+)\}\}/g, (whole, key: string) =>
      key === '$guid' ? randomUUID() : (variables.get(key) ?? whole),
    );
  const faults: string[] = [];
  const runScripts = (listen: string, response: object) => {
    const pm = {
      response,
      collectionVariables: variables,
      test: (what: string, check: () => void) => {
        try {
          check();
        } catch {
          faults.push(what);
        }
      },
      expect: (values: readonly number[]) => ({
        to: {
          include: (value: number) => {
            if (!values.includes(value)) throw new Error(`${values} do not include ${value}`);
          },
        },
      }),
    };
    for (const { script } of event.filter((each) => each.listen === listen))
      new Function('pm', script.exec.join('\n'))(pm);
  };
  runScripts('prerequest', {});
  const { url, method, header, body } = request;
  const path = url.path.map((step) => url.variable.find(({ key }) => step === `:${key}`)?.value ?? step).join('/');
  const query = new URLSearchParams(
    url.query.filter(({ disabled }) => !disabled).map(({ key, value }): [string, string] => [key, filled(value)]),
  );
  const authorization = `Basic ${btoa(filled('{{clientId}}:{{clientSecret}}'))}`;
  const answer = await fetch(`${filled(`${url.host}/${path}`)}?${query}`, {
    method,
    headers: Object.fromEntries([
      ...(request.auth ? [] : [['authorization', authorization]]),
      ...header.map(({ key, value }) => [key, filled(value)]),
    ]),
    ...(body ? { body: filled(body.raw) } : {}),
  });
  const text = await answer.text();
  runScripts('test', { code: answer.status, headers: answer.headers, json: () => JSON.parse(text) });
  return { name, status: answer.status, faults };
}

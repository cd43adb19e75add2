import { services } from '../../deploy/installation/services.ts';
import { present } from '../../platform/core/present.ts';
import type { Database } from '../../platform/data/database.ts';
import { missingEvents } from '../../platform/data/inbox/inbox.ts';

/** Published events that a consumer has not handled yet. */
export class Unhandled {
  readonly #consumers: {
    readonly name: string;
    readonly service: string;
    readonly db: Database;
    readonly types: ReadonlySet<string>;
    ids: string[];
  }[];

  constructor(databases: ReadonlyMap<string, Database>) {
    this.#consumers = services.flatMap(({ name: service, consumers }) =>
      consumers.map(({ name, types }) => {
        const db = present(databases.get(service), service);
        return { name, service, db, types: new Set(types), ids: [] };
      }),
    );
  }

  add(events: readonly { readonly id: string; readonly type: string }[]): void {
    for (const { types, ids } of this.#consumers)
      ids.push(...events.filter(({ type }) => types.has(type)).map(({ id }) => id));
  }

  /** Which consumer is not ready; undefined if all have handled everything. Dead letters are not waited for. */
  async waitsFor(): Promise<string | undefined> {
    for (const consumer of this.#consumers) {
      const missing: string[] = [];
      for (let at = 0; at < consumer.ids.length; at += BATCH)
        missing.push(...(await missingEvents(consumer.db, consumer.name, consumer.ids.slice(at, at + BATCH))));
      consumer.ids = missing;
      if (missing.length > 0) return `${missing.length} events that ${consumer.service} has not handled yet`;
    }
    return undefined;
  }
}

const BATCH = 5_000;

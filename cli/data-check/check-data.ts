import {
  auditInvariants,
  type Checked,
  checkInvariant,
  inSnapshot,
  referenceInvariants,
} from '../../platform/data/invariants.ts';
import { definitionOf } from '../definition-of.ts';
import { type Databases, databaseFailure, serviceOfDatabase } from '../service-databases.ts';
import { compareWithFeed, recordedUntil } from './compare-with-feed.ts';

/** What a check of all databases is about. */
interface DataCheck {
  /** Without that of webhooks, nothing is compared with the feed. */
  readonly databases: Databases;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Whether nothing is under way in the platform, so that the feed has everything that was published. */
  readonly isSettled?: boolean;
}

/**
 * Checks the invariants of all services, each in one snapshot of its database, and that outboxes and the feed agree.
 * Reads only. Yields what each check has found, whether or not it holds. Throws a CommandFailure if a database cannot
 * be used.
 */
export async function* checkData({
  databases,
  now,
  isSettled = false,
}: DataCheck): AsyncGenerator<Checked & { readonly service: string }> {
  const feedUrl = new Map(databases).get('webhooks');
  // Before any outbox is read: what the feed has by then is in the outboxes.
  const until = feedUrl === undefined ? null : await readable('webhooks', () => inSnapshot(feedUrl, recordedUntil));
  for (const [name, url] of databases) {
    const { invariants = [], tables } = definitionOf(name);
    const found = await readable(name, () =>
      inSnapshot(url, async (client) => {
        const own: Checked[] = [];
        for (const each of [...invariants, ...auditInvariants(tables), ...(await referenceInvariants(client))])
          own.push(await checkInvariant(client, each));
        if (feedUrl === undefined) return own;
        const comparison = { service: serviceOfDatabase(name), feedUrl, recordedUntil: until, now, isSettled };
        return [...own, ...(await compareWithFeed(client, comparison))];
      }),
    );
    for (const each of found) yield { service: name, ...each };
  }
}

/** One line about a check. */
export function lineOf({ service, invariant, rows, broken, ids }: Checked & { readonly service: string }): string {
  if (broken === 0) return `${service}: ${invariant}: ${rows} rows`;
  return `${service}: NOT ${invariant}: ${broken} of ${rows} rows: ${ids.join(', ')}${broken > ids.length ? ', …' : ''}`;
}

async function readable<T>(service: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw databaseFailure(service, error);
  }
}

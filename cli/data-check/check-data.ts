import { services } from '../../deploy/installation/services.ts';
import {
  auditInvariants,
  type Checked,
  checkInvariant,
  inSnapshot,
  referenceInvariants,
} from '../../platform/data/invariants.ts';
import { databaseFailure } from '../service-databases.ts';
import { compareWithFeed, recordedUntil } from './compare-with-feed.ts';

/** What a check of all databases is about. */
interface DataCheck {
  /** Of each service: its name and the URL of its database. */
  readonly databases: readonly (readonly [service: string, url: string])[];
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
  const feedUrl = new Map(databases).get('webhooks') ?? '';
  // Before any outbox is read: what the feed has by then is in the outboxes.
  const until = await readable('webhooks', () => inSnapshot(feedUrl, recordedUntil));
  for (const [service, url] of databases) {
    const definition = services.find(({ name }) => name === service);
    const found = await readable(service, () =>
      inSnapshot(url, async (client) => {
        const { invariants = [], tables = [] } = definition ?? {};
        const own: Checked[] = [];
        for (const each of [...invariants, ...auditInvariants(tables), ...(await referenceInvariants(client))])
          own.push(await checkInvariant(client, each));
        return [...own, ...(await compareWithFeed(client, { service, feedUrl, recordedUntil: until, now, isSettled }))];
      }),
    );
    for (const each of found) yield { service, ...each };
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

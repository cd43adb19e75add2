import pg from 'pg';
import { vi } from 'vitest';

/** What was asked of the database. */
export interface DatabaseTraffic {
  /** The names of the prepared statements, and the texts of the others, in the order of sending. */
  readonly statements: readonly string[];
  /** How often somebody who had all answers sent more: what is sent without waiting travels together. */
  readonly flights: number;
}

/** Watches all that this process sends to any database, until `vi.restoreAllMocks()`. */
export function watchDatabaseTraffic(): DatabaseTraffic {
  const traffic = { statements: [] as string[], flights: 0 };
  let underWay = 0;
  const answered = () => {
    underWay--;
  };
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [asked] = args as [string | { name?: string; text: string }];
    traffic.statements.push(typeof asked === 'string' ? asked : (asked.name ?? asked.text));
    if (underWay === 0) traffic.flights++;
    underWay++;
    const callback = args.at(-1);
    if (typeof callback === 'function') {
      args[args.length - 1] = (...answer: unknown[]) => {
        answered();
        callback(...answer);
      };
      return query.apply(this, args);
    }
    const sent = query.apply(this, args) as Promise<unknown>;
    sent.then(answered, answered);
    return sent;
  } as never);
  return traffic;
}

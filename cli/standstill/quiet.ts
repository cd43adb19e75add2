import { services } from '../../deploy/installation/services.ts';
import { monotonicMs } from '../../platform/core/clock.ts';
import type { Database } from '../../platform/data/database.ts';
import { countUnpublished } from '../../platform/data/standstill/standstill-rows.ts';
import { oldestTransactionMs } from '../../platform/handler/next-updated-since.ts';

interface Options {
  readonly service: string;
  readonly db: Database;
  readonly institutionId: string;
}

/** Whether everything that a service had begun for an institution has ended. */
export class Quiet {
  readonly #options: Options;
  /** What began before this instant may still change something. By the machine's clock. */
  #since = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  /** From now on, nothing begins any more. */
  begin(): void {
    this.#since = monotonicMs();
  }

  /** What has not ended; undefined if everything has. */
  async waitsFor(): Promise<string | undefined> {
    const { service, db, institutionId } = this.#options;
    const asked = monotonicMs();
    const work = services.find(({ name }) => name === service)?.underWay;
    const [oldest, unpublished, underWay] = await Promise.all([
      oldestTransactionMs(db, `lyceum-${service}`),
      countUnpublished(db, institutionId),
      work ? db.rows(work.count, { institutionId }).then(([row]) => row?.count ?? 0) : 0,
    ]);
    const parts = [
      ...(unpublished > 0 ? [`${unpublished} events of ${service} that are not published yet`] : []),
      ...(underWay > 0 ? [`${underWay} ${work?.what} of ${service}`] : []),
    ];
    // The transaction in which they end may have begun since.
    if (parts.length > 0) this.#since = monotonicMs();
    else if (oldest >= asked - this.#since)
      parts.push(`a transaction of ${service} that began ${Math.ceil(oldest / 1_000)} s ago`);
    return parts.length > 0 ? parts.join(', ') : undefined;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import type { AdvisoryLock } from '../../libraries/pg-batch/index.ts';
import type { Table } from '../../libraries/typed-sql/index.ts';
import { toInstantText } from '../core/instant.ts';
import { keepMember } from '../data/archive/kept-member.ts';
import { dropPieces, finishPart, keepPiece, nextOrder, type Ordered } from '../data/archive/kept-parts.ts';
import { archivedTables } from '../data/archive/lines.ts';
import { describeTable } from '../data/archive/read-me.ts';
import { type KeptPart, writePart } from '../data/archive/service-part.ts';
import type { Member } from '../data/archive/tar-member.ts';
import { inSnapshot } from '../data/invariants.ts';
import { platformTables } from '../data/platform-tables.ts';
import { registered } from '../data/register.ts';
import { standstillOf } from '../data/standstill/fence.ts';
import type { Runtime } from '../handler/runtime.ts';
import type { BackgroundWork, ServiceOptions } from './service-options.ts';

interface Options
  extends Pick<ServiceOptions, 'databaseUrl' | 'directDatabaseUrl'>,
    Pick<Runtime, 'service' | 'db' | 'clock' | 'log'> {
  /** Those of the service's own. */
  readonly tables: readonly Table[];
}

/**
 * Writes a service's parts of the archives that administrators have ordered: all rows from one snapshot, without
 * credentials and traces. The order is a row, so whatever ends a process, the next one begins the part again. One
 * process of a service works at a time.
 */
export class ArchiveParts implements BackgroundWork {
  readonly #options: Options;
  readonly #url: string;
  readonly #lock: AdvisoryLock;
  /** The archives whose part could not be written: those of others come first. */
  readonly #failed = new Set<string>();
  readonly #stopping = new AbortController();
  #loop: Promise<void> | undefined;

  constructor(options: Options) {
    this.#options = options;
    this.#url = options.directDatabaseUrl ?? options.databaseUrl;
    this.#lock = options.db.lock('archive-parts');
  }

  start(): void {
    this.#loop = this.#run();
  }

  /** Waits for the piece that is being kept. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
  }

  async #run(): Promise<void> {
    const { db, clock, log } = this.#options;
    const { signal } = this.#stopping;
    while (!signal.aborted) {
      let order: Ordered | undefined;
      let waitMs = POLL_MS;
      try {
        order = await nextOrder(db, toInstantText(clock.now()), [...this.#failed]);
        if (order && (await this.#lock.take())) {
          await this.#write(order);
          waitMs = 0;
        }
        if (!order) this.#failed.clear();
      } catch (error) {
        if (order) this.#failed.add(order.archiveId);
        if (!signal.aborted && !standstillOf(error))
          log.warn({ err: error }, 'a part of an archive could not be written and is begun again');
      }
      await this.#lock.release();
      await delay(waitMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #write(order: Ordered): Promise<void> {
    const { db, service, tables } = this.#options;
    const { institutionId } = order;
    const all = [...platformTables, ...tables].map((table) => registered(table));
    const archived = archivedTables(all, { withKeys: false, withCredentials: false });
    await db.transaction(async (tx) => dropPieces(tx, order, service), { of: order });
    const members: Member[] = [];
    const add = async (name: string, content: AsyncIterable<Buffer>): Promise<void> => {
      members.push(await keepMember(name, content, (piece, position) => this.#keep(order, name, { piece, position })));
    };
    const written = await inSnapshot(
      this.#url,
      (client) => writePart(client, { service, institutionId, tables: archived, add }),
      'lyceum-archive',
    );
    const part: KeptPart = { ...written, members, descriptions: archived.map((each) => describeTable(service, each)) };
    await db.transaction(async (tx) => finishPart(tx, order, part), { of: order });
  }

  async #keep(
    { institutionId, archiveId, expiresAt }: Ordered,
    member: string,
    { piece, position }: { readonly piece: Buffer; readonly position: number },
  ): Promise<void> {
    this.#stopping.signal.throwIfAborted();
    if (!this.#lock.isHeld) throw new Error('another process may have begun to write this part');
    await this.#options.db.transaction(
      async (tx) => keepPiece(tx, { institutionId, archiveId, member, position, content: piece, expiresAt }),
      { of: { institutionId } },
    );
  }
}

const POLL_MS = 5_000;
